import { LIMITS, type RestrictedSession, type SessionParameters } from '@vestibule/contracts';
import { assign, sendParent, setup } from 'xstate';
import type { FlowReport } from '../device-flow/device-flow-types.ts';
import type { StepFailure } from '../device-flow/step-result.ts';
import { given } from '../given.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import {
  type ConfirmedSession,
  getAuthServiceRestrictedAccessToken,
  getCreateRestrictedSessionParameters,
  getRestrictedSessionData,
  isTriedAgain,
  postRestrictedSession,
  putRestrictedSession,
  type RestrictedRequest,
  setRestrictedSessionData,
  setRestrictedToken,
} from './restricted-steps.ts';

export interface RestrictedSessionInput extends RestrictedRequest {
  readonly ports: Ports;
  /** The session that the client has is too old for a report: another one takes its place. */
  readonly isReplaced?: boolean;
}

interface RestrictedSessionContext extends RestrictedSessionInput {
  readonly parameters: SessionParameters | null;
  readonly token: string;
  readonly session: RestrictedSession | null;
  readonly confirmed: ConfirmedSession | null;
  readonly failure: StepFailure | null;
}

/** Where every error of a restricted session leads (specification, section 4). */
export const RESTRICTED_SESSION_OVER_PATH = '/v2/session-expired';

/** Gives the client a session in which it may report before its person may sign in: see restricted-session.design.md. */
export const restrictedSessionMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: RestrictedSessionContext; input: RestrictedSessionInput },
  actors: {
    getRestrictedSessionData: stepActor((input: RestrictedSessionContext) =>
      getRestrictedSessionData(input.ports, input),
    ),
    getCreateRestrictedSessionParameters: stepActor((input: RestrictedSessionContext) =>
      getCreateRestrictedSessionParameters(input.ports),
    ),
    getAuthServiceRestrictedAccessToken: stepActor((input: RestrictedSessionContext) =>
      getAuthServiceRestrictedAccessToken(input.ports),
    ),
    postRestrictedSession: stepActor((input: RestrictedSessionContext) =>
      postRestrictedSession(input.ports, given(input.parameters), input.token),
    ),
    setRestrictedSessionData: stepActor((input: RestrictedSessionContext) =>
      setRestrictedSessionData(input.ports, given(input.session)),
    ),
    putRestrictedSession: stepActor((input: RestrictedSessionContext) =>
      putRestrictedSession(input.ports, given(input.session), input.token),
    ),
    setRestrictedToken: stepActor((input: RestrictedSessionContext) =>
      setRestrictedToken(input.ports, given(input.confirmed)),
    ),
  },
  guards: {
    isTriedAgain: ({ context }) => isTriedAgain(given(context.failure)),
    isBlocked: ({ context: { failure } }) =>
      ['device-blocked', 'device-not-approved', 'account-disabled'].includes(failure?.kind ?? ''),
  },
  actions: {
    keepFailure: assign(({ event }) => ({ failure: failureOf('error' in event ? event['error'] : null) })),
    logFailure: ({ context: { ports, failure } }) =>
      ports.log.write('restricted-session', failure?.kind === 'client' ? failure.code : (failure?.kind ?? '')),
    tellFailure: sendParent(
      ({ context }) => ({ type: 'flow.failed', failure: given(context.failure) }) satisfies FlowReport,
    ),
    goToSessionExpired: ({ context }) => context.ports.page.goTo(RESTRICTED_SESSION_OVER_PATH),
  },
  delays: { retry: LIMITS.workflowRetryDelayMs, redirect: LIMITS.redirectDelayMs },
}).createMachine({
  id: 'restrictedSession',
  context: ({ input }) => ({
    ...input,
    parameters: null,
    token: '',
    session: null,
    confirmed: null,
    failure: null,
  }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: ({ context }) => context.isReplaced === true, target: 'getCreateRestrictedSessionParameters' },
        { target: 'getRestrictedSessionData' },
      ],
    },
    getRestrictedSessionData: {
      invoke: {
        src: 'getRestrictedSessionData',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output !== null, target: 'there' },
          { target: 'getCreateRestrictedSessionParameters' },
        ],
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getCreateRestrictedSessionParameters: {
      invoke: {
        src: 'getCreateRestrictedSessionParameters',
        input: ({ context }) => context,
        onDone: {
          target: 'getAuthServiceRestrictedAccessToken',
          actions: assign({ parameters: ({ event }) => event.output }),
        },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    getAuthServiceRestrictedAccessToken: {
      invoke: {
        src: 'getAuthServiceRestrictedAccessToken',
        input: ({ context }) => context,
        onDone: { target: 'postRestrictedSession', actions: assign({ token: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    postRestrictedSession: {
      invoke: {
        src: 'postRestrictedSession',
        input: ({ context }) => context,
        onDone: { target: 'setRestrictedSessionData', actions: assign({ session: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    setRestrictedSessionData: {
      invoke: {
        src: 'setRestrictedSessionData',
        input: ({ context }) => context,
        onDone: 'putRestrictedSession',
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    putRestrictedSession: {
      invoke: {
        src: 'putRestrictedSession',
        input: ({ context }) => context,
        onDone: { target: 'setRestrictedToken', actions: assign({ confirmed: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    setRestrictedToken: {
      invoke: {
        src: 'setRestrictedToken',
        input: ({ context }) => context,
        onDone: 'there',
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    failed: {
      entry: 'logFailure',
      always: [
        { guard: 'isTriedAgain', target: 'retrying', actions: 'tellFailure' },
        { guard: 'isBlocked', target: 'over', actions: 'tellFailure' },
        { target: 'leaving' },
      ],
    },
    retrying: { after: { retry: 'getRestrictedSessionData' } },
    leaving: { after: { redirect: { target: 'over', actions: 'goToSessionExpired' } } },
    /** Nothing follows: the parent has been told, or the page is left. */
    over: {},
    there: { type: 'final' },
  },
});
