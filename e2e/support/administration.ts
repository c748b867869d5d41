import { type AdminClient, createClient } from '@vestibule/command-line';
import { openTransport } from '../../apps/server/src/command-line/transport.ts';

/**
 * Asks a server what `npx vestibule` asks it, at the same socket: for what a test wants to be so, and does not try. A
 * start of the command line costs a second.
 */
export async function administer(dataFolder: string): Promise<AdminClient> {
  return createClient(await openTransport({ data: dataFolder }), { company: undefined, isDryRun: false });
}
