import { LIMITS } from '@vestibule/contracts';
import { assign, raise, sendParent, type SnapshotFrom, setup } from 'xstate';
import { fromMessage } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { exchangeKeys, isUnanswered } from './exchange-keys.ts';

export interface ExtensionStatusInput {
  readonly ports: Ports;
  /** A chart has invoked it and wants to hear what is broken; a page looks at the view instead. */
  readonly tellsParent?: boolean;
}

/** What it tells a parent that wants to hear it, after each question. */
export interface ExtensionStatusReport {
  readonly type: 'extension.told';
  /** Null while it may be mere slowness, and once everything is well. */
  readonly problem: Trouble | null;
}

interface ExtensionStatusContext extends ExtensionStatusInput {
  /** Questions in a row that found no extension. */
  readonly absentTries: number;
  /** Questions in a row that did not end in "ok". */
  readonly failedTries: number;
  /** What the newest answer says is broken. */
  readonly problem: Trouble | null;
}

/** What the pages show. */
export interface ExtensionStatusView {
  readonly state: 'looking' | 'ready' | 'not-ready';
  /** False once several looks in a row have not found it. */
  readonly isExtensionPresent: boolean;
  /** The extension is there, and for half a minute no client has answered. */
  readonly isClientMissing: boolean;
  /** What is broken, once not ready is said. */
  readonly problem: Trouble | null;
}

type ExtensionStatus = 'ok' | 'noKeys' | 'noData';
type Told =
  | { readonly kind: 'status'; readonly status: ExtensionStatus }
  | { readonly kind: 'absent' }
  | { readonly kind: 'silent'; readonly code: string; readonly problem: Trouble | null };

async function askStatus({ ports: { client } }: ExtensionStatusInput): Promise<Told> {
  if (!client.isExtensionPresent()) return { kind: 'absent' };
  const answer = fromMessage(await client.send('get-extension-status', {}));
  if (answer.ok) return { kind: 'status', status: answer.value.status };
  const { failure } = answer;
  return { kind: 'silent', code: failure.kind === 'client' ? failure.code : failure.kind, problem: troubleOf(failure) };
}

const STATUS_PROBLEMS: { readonly [status in ExtensionStatus]: Trouble | null } = {
  ok: null,
  noKeys: 'keys-missing',
  noData: 'no-data',
};

function problemOf(told: Told): Trouble | null {
  switch (told.kind) {
    case 'absent':
      return 'extension-missing';
    case 'silent':
      return told.problem;
    case 'status':
      return STATUS_PROBLEMS[told.status];
  }
}

/** Not ready is said after several tries: a computer that is merely slow is not called broken. */
function saidProblem({ failedTries, problem }: ExtensionStatusContext): Trouble | null {
  return failedTries > LIMITS.extensionNotReadyAfterRetries ? problem : null;
}

function saysStatus(told: Told, ...statuses: readonly ExtensionStatus[]): boolean {
  return told.kind === 'status' && statuses.includes(told.status);
}

const extensionStatusSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: ExtensionStatusContext;
    input: ExtensionStatusInput;
    events:
      | { readonly type: 'status.told'; readonly told: Told }
      | { readonly type: 'keys.begun' }
      | { readonly type: 'keys.answered' };
  },
  actors: {
    askStatus: stepActor(async (input: ExtensionStatusInput) => ({ ok: true, value: await askStatus(input) })),
    exchangeKeys: stepActor(({ ports }: ExtensionStatusInput) => exchangeKeys(ports)),
  },
  guards: {
    tellsParent: ({ context }) => context.tellsParent === true,
    isIncomplete: ({ event }) => event.type === 'status.told' && saysStatus(event.told, 'noKeys', 'noData'),
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    goToDownload: ({ context }) => context.ports.page.goTo('/download'),
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
    logSilence: ({ context }, told: Told) => {
      if (told.kind === 'silent') context.ports.log.write('extension-status', told.code);
    },
    countTries: assign(({ context }, told: Told) => ({
      absentTries: told.kind === 'absent' ? context.absentTries + 1 : 0,
      failedTries: context.failedTries + 1,
      problem: problemOf(told),
    })),
    tellParent: sendParent(
      ({ context }) => ({ type: 'extension.told', problem: saidProblem(context) }) satisfies ExtensionStatusReport,
    ),
  },
  delays: {
    initial: LIMITS.extensionReadinessInitialDelayMs,
    interval: LIMITS.extensionReadinessIntervalMs,
    keyExchangeTimeout: LIMITS.keyExchangeTimeoutMs,
    patience: LIMITS.noDataOrKeysTimeoutMs,
    clientMissing: LIMITS.nativeAppMissingTimeoutMs,
  },
});

/** Waits until the extension and the client are ready: see extension-status.design.md. */
export const extensionStatusMachine = extensionStatusSetup.createMachine({
  id: 'extensionStatus',
  context: ({ input }) => ({ ...input, absentTries: 0, failedTries: 0, problem: null }),
  initial: 'watching',
  states: {
    watching: {
      type: 'parallel',
      states: {
        poll: {
          initial: 'starting',
          states: {
            starting: { after: { initial: 'asking' } },
            asking: {
              invoke: {
                src: 'askStatus',
                input: ({ context }) => context,
                onDone: [
                  { guard: ({ event }) => saysStatus(event.output, 'ok'), target: '#extensionStatus.ready' },
                  {
                    guard: ({ event }) => saysStatus(event.output, 'noKeys'),
                    target: 'exchangingKeys',
                    actions: [
                      { type: 'countTries', params: ({ event }) => event.output },
                      raise(({ event }) => ({ type: 'status.told', told: event.output })),
                    ],
                  },
                  {
                    target: 'waiting',
                    actions: [
                      { type: 'logSilence', params: ({ event }) => event.output },
                      { type: 'countTries', params: ({ event }) => event.output },
                      raise(({ event }) => ({ type: 'status.told', told: event.output })),
                    ],
                  },
                ],
              },
            },
            waiting: { after: { interval: 'asking' } },
            exchangingKeys: {
              entry: raise({ type: 'keys.begun' }),
              invoke: {
                src: 'exchangeKeys',
                input: ({ context }) => context,
                onDone: { target: 'waiting', actions: raise({ type: 'keys.answered' }) },
                onError: [
                  { guard: 'leadsAway', target: '#extensionStatus.left', actions: 'goWhereItLeads' },
                  { guard: ({ event }) => isUnanswered(failureOf(event.error)), target: 'waiting' },
                  { target: 'waiting', actions: raise({ type: 'keys.answered' }) },
                ],
              },
            },
          },
        },
        /** No answer to one try leads to the next: the time of the exchange is that of all tries together. */
        exchange: {
          initial: 'calm',
          states: {
            calm: { on: { 'keys.begun': 'counting' } },
            counting: {
              on: {
                'keys.answered': 'calm',
                'status.told': { guard: ({ event }) => saysStatus(event.told, 'noData'), target: 'calm' },
              },
              after: { keyExchangeTimeout: { target: '#extensionStatus.left', actions: 'goToDownload' } },
            },
          },
        },
        patience: {
          initial: 'calm',
          states: {
            calm: { on: { 'status.told': { guard: 'isIncomplete', target: 'counting' } } },
            counting: {
              on: { 'status.told': [{ guard: 'isIncomplete' }, { target: 'calm' }] },
              after: { patience: { target: '#extensionStatus.left', actions: 'goToDownload' } },
            },
          },
        },
        report: { on: { 'status.told': { guard: 'tellsParent', actions: 'tellParent' } } },
        help: {
          initial: 'none',
          states: {
            none: { after: { clientMissing: 'clientMissing' } },
            clientMissing: { tags: 'client-missing' },
          },
        },
      },
    },
    ready: { type: 'final', tags: 'ready' },
    left: { type: 'final' },
  },
});

/** What the extension pages show, from where the chart stands. */
export function selectExtensionStatusView(snapshot: SnapshotFrom<typeof extensionStatusMachine>): ExtensionStatusView {
  const { absentTries, failedTries } = snapshot.context;
  const isReady = snapshot.hasTag('ready');
  const isNotReady = failedTries > LIMITS.extensionNotReadyAfterRetries;
  return {
    state: isReady ? 'ready' : isNotReady ? 'not-ready' : 'looking',
    isExtensionPresent: absentTries <= LIMITS.extensionCheckRetries,
    isClientMissing: snapshot.hasTag('client-missing') && absentTries === 0,
    problem: isReady ? null : saidProblem(snapshot.context),
  };
}
