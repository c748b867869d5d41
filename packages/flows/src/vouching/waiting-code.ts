import { OWN_LIMITS, VOUCHING_CODE_LIFE_MS } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import { collectDeviceInfo } from '../first-version/first-version-steps.ts';
import type { Ports } from '../ports.ts';
import { stepActor } from '../step-actor.ts';
import { sessionOfReport } from './session-of-report.ts';

export interface WaitingCodeInput {
  readonly ports: Ports;
  /** Of the second version; null in the first, whose session the client names in what it signs. */
  readonly sessionId: string | null;
}

/** The code of this computer; null while it is asked for, or where none is given. */
export type WaitingCode = string | null;

interface WaitingCodeContext extends WaitingCodeInput {
  readonly code: WaitingCode;
}

/** Before the code is over, so that anyone who is typing it may end. */
const RENEWED_BEFORE_MS = 30_000;

async function askForCode({ ports, sessionId }: WaitingCodeInput): Promise<StepResult<WaitingCode>> {
  const own = sessionId === null ? await findSessionId(ports) : ({ ok: true, value: sessionId } as const);
  if (!own.ok) return own;
  if (own.value === null) return { ok: false, failure: { kind: 'restart' } };
  const answer = await ports.server.call('createVouchingCode', { body: { sessionId: own.value } });
  // Not in this company, or not for this person: the page says what else helps.
  if (answer.kind === 'refused' && answer.code === 'not_possible') return { ok: true, value: null };
  const made = fromCall(answer, false);
  return made.ok ? { ok: true, value: made.value.code } : made;
}

async function findSessionId(ports: Ports): Promise<StepResult<string | null>> {
  const info = await collectDeviceInfo(ports, null);
  if (!info.ok || info.value === null) return info.ok ? { ok: true, value: null } : info;
  return { ok: true, value: sessionOfReport(info.value.signedReport) };
}

/** Keeps a code on the page of a computer that waits: see vouching.design.md. */
export const waitingCodeMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: WaitingCodeContext; input: WaitingCodeInput },
  actors: { askForCode: stepActor(askForCode) },
  delays: {
    renew: VOUCHING_CODE_LIFE_MS - RENEWED_BEFORE_MS,
    retry: OWN_LIMITS.leaveRetryMs,
  },
}).createMachine({
  id: 'waitingCode',
  context: ({ input }) => ({ ...input, code: null }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'askForCode',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'notOffered', actions: assign({ code: null }) },
          { target: 'shown', actions: assign({ code: ({ event }) => event.output }) },
        ],
        onError: 'retrying',
      },
    },
    shown: { after: { renew: 'asking' } },
    retrying: { after: { retry: 'asking' } },
    notOffered: { type: 'final' },
  },
});

/** The code that the page shows. */
export function selectWaitingCode({ context }: SnapshotFrom<typeof waitingCodeMachine>): WaitingCode {
  return context.code;
}
