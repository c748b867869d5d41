import { type CheckResult, LIMITS, type MessageAnswer } from '@vestibule/contracts';
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { Ports } from '../ports.ts';

/** What is known of the computer, from the client and from the server's newest verdict. */
export interface ComputerFacts {
  readonly info: MessageAnswer<'get-device-compliance-info'> | null;
  readonly clientVersion: string | null;
  readonly result: CheckResult | null;
}

export interface ComputerFactsInput {
  readonly ports: Ports;
}

/** Asks anyone who may know; what no one knows is null, whatever the reason. */
async function readComputer({ ports }: ComputerFactsInput): Promise<ComputerFacts> {
  const { client, memory } = ports;
  const [info, name, result] = await Promise.all([
    client.send('get-device-compliance-info', {}),
    client.send('get-device-name', {}),
    readNewestResult(ports),
  ]);
  if (info.kind === 'answer') memory.write('complianceInfo', info.answer);
  return {
    info: info.kind === 'answer' ? info.answer : memory.read('complianceInfo'),
    clientVersion: name.kind === 'answer' ? name.answer.clientVersion : null,
    result,
  };
}

/** The verdict on the newest report of this sign-in's device session. */
async function readNewestResult(ports: Ports): Promise<CheckResult | null> {
  const settings = await ports.server.call('settings', {});
  if (settings.kind !== 'answer') return null;
  const session = await findSession(ports, settings.body.signIn);
  if (session === null) return null;
  const { sessionId, token } = session;
  const result = await ports.server.call('checkResult', { query: { sessionId }, token });
  return result.kind === 'answer' ? result.body : null;
}

/** The device session the client holds for this sign-in, else the restricted one of the status page. */
async function findSession(
  { client }: Ports,
  signIn: string,
): Promise<{ readonly sessionId: string; readonly token: string } | null> {
  const full = await client.send('devices-v2/get-session-data', { signIn });
  if (full.kind === 'answer' && full.answer.session !== null) return full.answer.session;
  const request = { dataVersion: LIMITS.dataVersion, correlationId: 'support', signIn } as const;
  const restricted = await client.send('devices-v2/get-restricted-session-config', request);
  if (restricted.kind !== 'answer' || restricted.answer.config === null) return null;
  const { token, session } = restricted.answer.config.devicesV2;
  return { sessionId: session.id, token };
}

/** One look at the computer, for pages that show it and do not watch it. */
export const computerFactsMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: ComputerFactsInput & { readonly facts: ComputerFacts | null }; input: ComputerFactsInput },
  actors: { readComputer: fromPromise(({ input }: { input: ComputerFactsInput }) => readComputer(input)) },
}).createMachine({
  id: 'computerFacts',
  context: ({ input }) => ({ ...input, facts: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readComputer',
        input: ({ context }) => context,
        onDone: { target: 'read', actions: assign({ facts: ({ event }) => event.output }) },
      },
    },
    read: { type: 'final' },
  },
});

/** Null while it is being read. */
export function selectComputerFacts({ context }: SnapshotFrom<typeof computerFactsMachine>): ComputerFacts | null {
  return context.facts;
}
