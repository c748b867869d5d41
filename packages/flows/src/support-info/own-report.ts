import { type SignedReportPayload, signedReportPayloadSchema } from '@vestibule/contracts';
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { Ports } from '../ports.ts';

/** What this very computer would report now, as its own client reads it. */
export type OwnReport =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly payload: SignedReportPayload }
  /** The client reads for a check alone, and none has run in this browser yet. */
  | { readonly state: 'no-session' }
  | { readonly state: 'no-client' };

export interface OwnReportInput {
  readonly ports: Ports;
}

/** The page can read what the client signs, and cannot change it. Nothing is sent anywhere. */
async function readOwnReport({ ports: { client } }: OwnReportInput): Promise<OwnReport> {
  const result = await client.send('devices-v2/get-device-data', {});
  if (result.kind === 'failed') return { state: result.error.code === 'session-missing' ? 'no-session' : 'no-client' };
  const payload = signedReportPayloadSchema.safeParse(decode(result.answer.signedReport.payload));
  return payload.success ? { state: 'known', payload: payload.data } : { state: 'no-client' };
}

/** The content of a JWS (RFC 7515): base64url of UTF-8 of JSON. Junk is null. */
function decode(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

/** One reading of this computer, for the page that says what is read. */
export const ownReportMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: OwnReportInput & { readonly report: OwnReport }; input: OwnReportInput },
  actors: { readOwnReport: fromPromise(({ input }: { input: OwnReportInput }) => readOwnReport(input)) },
}).createMachine({
  id: 'ownReport',
  context: ({ input }) => ({ ...input, report: { state: 'reading' } }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readOwnReport',
        input: ({ context }) => context,
        onDone: { target: 'read', actions: assign({ report: ({ event }) => event.output }) },
      },
    },
    read: { type: 'final' },
  },
});

/** What is known of the report. */
export function selectOwnReport({ context }: SnapshotFrom<typeof ownReportMachine>): OwnReport {
  return context.report;
}
