import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import { assign, type SnapshotFrom, setup } from 'xstate';
import type { StepFailure, StepResult } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { isCompatible, loadStart, type Start } from '../startup/load-start.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface CompatibilityLookInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
  /** Not the address names the sign-in, but this tab remembers it. */
  readonly isMarkerRemembered?: boolean;
  /** What the browser says of itself and its system; client hints take a moment. */
  readonly readVisitor: () => Promise<Visitor>;
}

interface Seen {
  readonly start: Start;
  readonly visitor: Visitor;
}

interface CompatibilityLookContext extends CompatibilityLookInput {
  readonly seen: Seen | null;
  readonly hasLooked: boolean;
}

/** What the compatibility page shows. */
export interface CompatibilityLookView {
  /** False during the first look: there is nothing to say yet. */
  readonly hasLooked: boolean;
  /** Null while no one has answered. */
  readonly seen: Seen | null;
  readonly isLooking: boolean;
}

async function look(input: CompatibilityLookInput): Promise<StepResult<Seen>> {
  const { ports, loginMarker, isMarkerRemembered = false, readVisitor } = input;
  const [start, visitor] = await Promise.all([loadStart({ ports, loginMarker, isMarkerRemembered }), readVisitor()]);
  return start.ok ? { ok: true, value: { start: start.value, visitor } } : start;
}

/** Only by the server's own list: on the built-in ones alone this page and home would send each other the person. */
function isLetIn({ start, visitor }: Seen): boolean {
  return start.supportedVersions !== null && isCompatible(visitor, start);
}

/** Workplace cannot run here, and the company's identity provider has vouched for the device in this sign-in. */
function isVouchedFor({ start: { pending }, visitor }: Seen): boolean {
  return visitor.system === 'mobile' && pending?.unsupportedSystems?.answer === 'vouched';
}

/** The list that has refused stays on the screen when it cannot be had once more. */
function isLessKnown(now: Seen, before: Seen | null): boolean {
  return now.start.supportedVersions === null && (before?.start.supportedVersions ?? null) !== null;
}

/** Looks whether this computer is supported after all: see compatibility-look.design.md. */
export const compatibilityLookMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: CompatibilityLookContext;
    input: CompatibilityLookInput;
    events: { readonly type: 'user.try-again' } | { readonly type: 'page.back' };
  },
  actors: { look: stepActor(look) },
  guards: {
    leadsAway: (_, failure: StepFailure) => pathOfFailure(failure) !== null,
    isListKnown: ({ context }) => (context.seen?.start.supportedVersions ?? null) !== null,
  },
  actions: {
    /** The server asks once more whether it may be, and opens the application. */
    goOn: ({ context }, { start }: Seen) =>
      context.ports.page.leaveFor(`/saml/continue?login=${start.pending?.loginMarker ?? ''}`),
    /** Home may not wait for the list as long as this page has: without it the two would send each other the person. */
    handOver: ({ context }, { start: { supportedVersions } }: Seen) => {
      if (supportedVersions !== null) context.ports.memory.write('supportedVersions', supportedVersions);
    },
    goHome: ({ context }) => context.ports.page.goTo('/'),
    goWhereItLeads: ({ context }, failure: StepFailure) => {
      const path = pathOfFailure(failure);
      if (path !== null) context.ports.page.goTo(path);
    },
  },
  delays: { retry: LIMITS.workflowRetryDelayMs, safetyLook: OWN_LIMITS.safetyPollIntervalMs },
}).createMachine({
  id: 'compatibilityLook',
  context: ({ input }) => ({ ...input, seen: null, hasLooked: false }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'looking',
      exit: assign({ hasLooked: true }),
      invoke: {
        src: 'look',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => isLetIn(event.output),
            target: 'over',
            actions: [{ type: 'handOver', params: ({ event }) => event.output }, 'goHome'],
          },
          {
            guard: ({ event }) => isVouchedFor(event.output),
            target: 'over',
            actions: { type: 'goOn', params: ({ event }) => event.output },
          },
          { guard: ({ context, event }) => isLessKnown(event.output, context.seen), target: 'refused' },
          { target: 'deciding', actions: assign({ seen: ({ event }) => event.output }) },
        ],
        onError: [
          {
            guard: { type: 'leadsAway', params: ({ event }) => failureOf(event.error) },
            target: 'over',
            actions: { type: 'goWhereItLeads', params: ({ event }) => failureOf(event.error) },
          },
          { target: 'unanswered' },
        ],
      },
    },
    deciding: { always: [{ guard: 'isListKnown', target: 'refused' }, { target: 'unanswered' }] },
    refused: { after: { safetyLook: 'looking' }, on: { 'user.try-again': 'looking', 'page.back': 'looking' } },
    unanswered: { after: { retry: 'looking' }, on: { 'user.try-again': 'looking', 'page.back': 'looking' } },
    over: { type: 'final' },
  },
});

/** What the compatibility page shows, from where the chart stands. */
export function selectCompatibilityLook(
  snapshot: SnapshotFrom<typeof compatibilityLookMachine>,
): CompatibilityLookView {
  const { seen, hasLooked } = snapshot.context;
  return { seen, hasLooked, isLooking: snapshot.hasTag('looking') };
}
