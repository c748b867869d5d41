import { ACCOUNT_PATHS, LIMITS, type SamlPostData } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { isAnswered, postResponse } from '../continuation/answered.ts';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { markerOf } from './watch-temporary-access.ts';

export interface EnterWithTemporaryAccessInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

interface EnterContext extends EnterWithTemporaryAccessInput {
  readonly way: WayIn;
}

type WayIn =
  | { readonly kind: 'response'; readonly data: SamlPostData }
  /** The person came by themselves: no application waits for a response. */
  | { readonly kind: 'nothing-to-post' }
  /** There is no leave. */
  | { readonly kind: 'none' }
  /** Leave is there, and something else is in the way: home says what. */
  | { readonly kind: 'refused' };

/** What the page shows. */
export interface TemporaryAccessView {
  /** The form goes by itself in a moment. */
  readonly isRedirecting: boolean;
  /** No one answered; another try follows. */
  readonly isTrying: boolean;
  /** There is no temporary access. */
  readonly hasNone: boolean;
}

async function obtainWayIn({ ports, loginMarker }: EnterWithTemporaryAccessInput): Promise<StepResult<WayIn>> {
  if (loginMarker === null) return askWhetherGiven(ports, null, 'nothing-to-post');
  const answer = await ports.server.call('samlResponseV1', { query: markerOf(loginMarker) });
  const step = fromCall(answer, false);
  if (step.ok) return { ok: true, value: { kind: 'response', data: step.value } };
  const isRefusal = answer.kind === 'refused' && pathOfFailure(step.failure) === null;
  return isRefusal ? askWhetherGiven(ports, loginMarker, 'refused') : step;
}

async function askWhetherGiven(
  { server }: Ports,
  loginMarker: string | null,
  kind: 'nothing-to-post' | 'refused',
): Promise<StepResult<WayIn>> {
  const info = fromCall(await server.call('temporaryAccessInfo', { query: markerOf(loginMarker) }), false);
  return info.ok ? { ok: true, value: { kind: info.value.isTempAccessGranted ? kind : 'none' } } : info;
}

/** Goes to work with the leave that support has given: see temporary-access.design.md. */
export const enterWithTemporaryAccessMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: EnterContext;
    input: EnterWithTemporaryAccessInput;
    events: { readonly type: 'user.continue' };
  },
  actors: {
    obtainWayIn: stepActor(obtainWayIn),
  },
  guards: {
    isAnswered: ({ context: { ports, loginMarker } }) => isAnswered(ports, loginMarker),
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    leave: ({ context: { ports, loginMarker, way } }) => {
      if (way.kind === 'response') postResponse(ports, loginMarker, way.data);
      else ports.page.leaveFor(ACCOUNT_PATHS.sessionStatus);
    },
    goHome: ({ context }) => context.ports.page.goTo('/'),
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
  },
  delays: {
    submit: LIMITS.temporaryAccessSubmitDelayMs,
    retry: LIMITS.workflowRetryDelayMs,
    samlSentFlag: LIMITS.samlSentFlagMs,
  },
}).createMachine({
  id: 'enterWithTemporaryAccess',
  context: ({ input }) => ({ ...input, way: { kind: 'none' } }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isAnswered', target: 'idle' }, { target: 'obtaining' }] },
    obtaining: {
      tags: 'redirecting',
      invoke: {
        src: 'obtainWayIn',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.kind === 'refused', target: 'gone', actions: 'goHome' },
          { guard: ({ event }) => event.output.kind === 'none', target: 'none' },
          { target: 'redirecting', actions: assign({ way: ({ event }) => event.output }) },
        ],
        onError: [{ guard: 'leadsAway', target: 'gone', actions: 'goWhereItLeads' }, { target: 'retrying' }],
      },
    },
    retrying: { tags: 'trying', after: { retry: 'obtaining' }, on: { 'user.continue': 'obtaining' } },
    redirecting: { tags: 'redirecting', after: { submit: 'sent' }, on: { 'user.continue': 'sent' } },
    sent: { tags: 'redirecting', entry: 'leave', after: { samlSentFlag: 'idle' } },
    // The same response is not sent twice; after ten seconds the person may ask for another one.
    idle: { on: { 'user.continue': 'obtaining' } },
    none: {},
    gone: { type: 'final' },
  },
});

/** What the temporary-access page shows, from where the chart stands. */
export function selectTemporaryAccessView(
  snapshot: SnapshotFrom<typeof enterWithTemporaryAccessMachine>,
): TemporaryAccessView {
  return {
    isRedirecting: snapshot.hasTag('redirecting'),
    isTrying: snapshot.hasTag('trying'),
    hasNone: snapshot.matches('none'),
  };
}
