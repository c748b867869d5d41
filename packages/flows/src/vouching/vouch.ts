import { readVouchingCode, type WaitingComputer } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { fromCall } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { troubleOf } from '../trouble.ts';
import { findWaiting, type Found, type Vouched, type VouchProblem, vouchFor } from './vouch-steps.ts';

export interface VouchInput {
  readonly ports: Ports;
}

interface VouchContext extends VouchInput {
  readonly code: string;
  readonly computer: WaitingComputer | null;
  readonly problem: ShownProblem | null;
}

type ShownProblem = VouchProblem | 'code-incomplete' | 'client' | 'unreachable';

type VouchEvent =
  /** As it was typed. */
  | { readonly type: 'user.code'; readonly typed: string }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.cancel' };

/** What the page shows. */
export type VouchView =
  | { readonly step: 'code'; readonly isBusy: boolean; readonly problem: ShownProblem | null }
  | {
      readonly step: 'computer';
      readonly computer: WaitingComputer;
      readonly isBusy: boolean;
      readonly problem: ShownProblem | null;
    }
  | { readonly step: 'done'; readonly name: string };

/** The code is of no use any more. */
const BEGINS_ANEW: readonly (ShownProblem | null)[] = ['code-wrong', 'too-many-tries', 'not-offered'];

const TAKING_CODES = [
  { guard: 'isCode', target: 'finding', actions: 'keepCode' },
  { actions: { type: 'keepProblem', params: 'code-incomplete' } },
] as const;

/** On a computer that is known, see vouching.design.md: a code is entered, its computer is shown, and registered when the person says so. */
export const vouchMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: VouchContext; input: VouchInput; events: VouchEvent },
  actors: {
    askWhoIsHere: stepActor(async ({ ports }: VouchContext) =>
      fromCall(await ports.server.call('settings', {}), false),
    ),
    find: stepActor(({ ports, code }: VouchContext) => findWaiting(ports, code)),
    vouch: stepActor(({ ports, code }: VouchContext) => vouchFor(ports, code)),
  },
  guards: {
    isCode: ({ event }) => event.type === 'user.code' && readVouchingCode(event.typed) !== null,
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
    beginsAnew: (_, problem: ShownProblem | null) => BEGINS_ANEW.includes(problem),
  },
  actions: {
    keepCode: assign(({ event }) =>
      event.type === 'user.code' ? { code: readVouchingCode(event.typed) ?? '', problem: null } : {},
    ),
    keepFailure: assign({
      problem: ({ event }) => {
        const isOfClient = 'error' in event && troubleOf(failureOf(event.error)) !== null;
        return isOfClient ? ('client' as const) : ('unreachable' as const);
      },
    }),
    keepProblem: assign({ problem: (_, problem: ShownProblem | null) => problem }),
    forget: assign({ code: '', computer: null }),
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
  },
}).createMachine({
  id: 'vouch',
  context: ({ input }) => ({ ...input, code: '', computer: null, problem: null }),
  initial: 'opening',
  states: {
    // Anyone who is signed out is led to sign in before they type anything. Who is quicker is not made to wait for it.
    opening: {
      on: { 'user.code': [...TAKING_CODES] },
      invoke: {
        src: 'askWhoIsHere',
        input: ({ context }) => context,
        onDone: 'entering',
        onError: [{ guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' }, { target: 'entering' }],
      },
    },
    entering: { on: { 'user.code': [...TAKING_CODES] } },
    finding: {
      tags: 'busy',
      invoke: {
        src: 'find',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'problem',
            target: 'entering',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => problemIn(event.output),
            },
          },
          {
            target: 'asking',
            actions: assign({
              computer: ({ event }) => (event.output.kind === 'found' ? event.output.computer : null),
            }),
          },
        ],
        onError: [
          { guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' },
          { target: 'entering', actions: 'keepFailure' },
        ],
      },
    },
    asking: {
      on: {
        'user.confirm': { target: 'vouching', actions: { type: 'keepProblem', params: null } },
        'user.cancel': { target: 'entering', actions: ['forget', { type: 'keepProblem', params: null }] },
      },
    },
    vouching: {
      tags: 'busy',
      invoke: {
        src: 'vouch',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.kind === 'done', target: 'done' },
          {
            guard: {
              type: 'beginsAnew',
              params: ({ event }) => problemIn(event.output),
            },
            target: 'entering',
            actions: [
              'forget',
              {
                type: 'keepProblem',
                params: ({ event }) => problemIn(event.output),
              },
            ],
          },
          {
            target: 'asking',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => problemIn(event.output),
            },
          },
        ],
        onError: [
          { guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' },
          { target: 'asking', actions: 'keepFailure' },
        ],
      },
    },
    done: { type: 'final' },
    left: { type: 'final' },
  },
});

function problemIn(output: Found | Vouched): VouchProblem | null {
  return output.kind === 'problem' ? output.problem : null;
}

/** What the page shows, from where the chart stands. */
export function selectVouchView(snapshot: SnapshotFrom<typeof vouchMachine>): VouchView {
  const { computer, problem } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  if (snapshot.matches('done')) return { step: 'done', name: computer?.name ?? '' };
  return computer === null ? { step: 'code', isBusy, problem } : { step: 'computer', computer, isBusy, problem };
}
