import { type Endpoint, LIMITS } from '@vestibule/contracts';
import { assign, setup } from 'xstate';

/** Which of the device endpoints is asked (specification, section 3, endpoints list state). */
export interface EndpointsContext {
  /** Whether the list is known. */
  readonly init: boolean;
  readonly endpoints: readonly Endpoint[];
  readonly activeEndpoint: number;
  readonly isMain: boolean;
}

export type EndpointsEvent =
  | { readonly type: 'endpoints.known'; readonly endpoints: readonly Endpoint[] }
  /** The endpoint with this id gave no answer, or a server error. */
  | { readonly type: 'endpoint.failed'; readonly id: string };

/** The running chart, as its actor reference is. */
export interface EndpointsActor {
  getSnapshot(): { readonly context: EndpointsContext };
  send(event: EndpointsEvent): void;
}

const UNKNOWN: EndpointsContext = { init: false, endpoints: [], activeEndpoint: 0, isMain: true };

function startWith(endpoints: readonly Endpoint[]): EndpointsContext {
  return moveTo({ ...UNKNOWN, init: true, endpoints }, mainOf(endpoints));
}

function moveTo(context: EndpointsContext, activeEndpoint: number): EndpointsContext {
  return { ...context, activeEndpoint, isMain: activeEndpoint === mainOf(context.endpoints) };
}

/** Where none is called the main one, the first is. */
function mainOf(endpoints: readonly Endpoint[]): number {
  return Math.max(
    endpoints.findIndex(({ isMain }) => isMain),
    0,
  );
}

/** The next endpoint after one that failed, and the way back to the main one: see endpoints.design.md. */
export const endpointsMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: EndpointsContext; events: EndpointsEvent },
  guards: {
    /** Several calls may fail at once at the same endpoint: only the first moves on. */
    isActive: ({ context, event }) =>
      event.type === 'endpoint.failed' &&
      context.endpoints.length > 1 &&
      context.endpoints[context.activeEndpoint]?.id === event.id,
    isMain: ({ context }) => context.isMain,
  },
  actions: {
    moveOn: assign(({ context }) => moveTo(context, (context.activeEndpoint + 1) % context.endpoints.length)),
    moveToMain: assign(({ context }) => moveTo(context, mainOf(context.endpoints))),
  },
  delays: { backToMain: LIMITS.backToMainEndpointAfterMs },
}).createMachine({
  id: 'endpoints',
  context: UNKNOWN,
  initial: 'main',
  on: { 'endpoints.known': { target: '.main', actions: assign(({ event }) => startWith(event.endpoints)) } },
  states: {
    main: { on: { 'endpoint.failed': { guard: 'isActive', target: 'further', actions: 'moveOn' } } },
    further: {
      always: { guard: 'isMain', target: 'main' },
      // Counted from the moment the main one was left, however often the others change meanwhile.
      after: { backToMain: { target: 'main', actions: 'moveToMain' } },
      on: { 'endpoint.failed': { guard: 'isActive', actions: 'moveOn' } },
    },
  },
});
