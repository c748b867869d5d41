import { createFactSource } from '../facts/fact-source.ts';
import type { InstallTools } from '../install/install.ts';
import type { Web } from '../network/web.ts';
import { readProgramDetails } from '../report/client-details.ts';
import { createReportBuilder } from '../report/report-builder.ts';
import { readAccounts } from '../state/accounts.ts';
import { readDevice } from '../state/device.ts';
import { openKeptReadings } from '../state/kept-readings.ts';
import { nextSequence } from '../state/sequence.ts';
import { deliver, type Delivery } from './deliver.ts';
import { callServer } from './server-calls.ts';

/** Reports of this computer, by itself, to the portals it has an account of. */
export interface Reporter {
  /** @throws when the file with the accounts is damaged */
  readonly portals: () => Promise<readonly string[]>;
  readonly deliver: (origin: string) => Promise<Delivery>;
}

export function createReporter({ program, state, system }: InstallTools, web: Web): Reporter {
  const facts = createFactSource(system);
  const client = readProgramDetails(program, system);
  const accounts = async () => {
    const read = await readAccounts(state);
    if (read.state === 'damaged') throw new Error(`${read.detail} Remove it and run \`workplace account\` again.`);
    return read.value;
  };
  return {
    portals: async () => Object.keys(await accounts()),
    deliver: async (origin) => {
      const [known, opened] = await Promise.all([accounts(), readDevice(state, system)]);
      const account = known[origin];
      if (account === undefined) return { kind: 'over', detail: `There is no account of ${origin}.` };
      if (!opened.ok) return { kind: 'over', detail: opened.detail };
      const builder = createReportBuilder(opened.device, client, system, facts);
      return deliver({
        device: opened.device,
        account,
        calls: callServer(web, origin),
        kept: openKeptReadings(state, origin),
        read: () => builder.read(),
        nextSequence: () => nextSequence(state),
        now: system.now,
      });
    },
  };
}
