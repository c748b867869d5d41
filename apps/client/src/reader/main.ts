import { collectFacts, FACT_READERS, linuxOpenAccounts, type ReaderFacts } from '@vestibule/checks';
import { openLocalSystem } from '../system/local-system.ts';
import { serveReader } from './serve.ts';

/** The first file that systemd hands over (sd_listen_fds). */
const HANDED_OVER = 3;

/** Nothing of what started it counts: no words behind the name, no environment of anybody. */
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

const isFromSystemd =
  process.env['LISTEN_PID'] === String(process.pid) && process.env['LISTEN_FDS'] === '1' && process.getuid?.() === 0;

if (isFromSystemd) {
  const system = openLocalSystem({ environment: ENVIRONMENT, now: () => new Date() });
  const readers = [...FACT_READERS, linuxOpenAccounts];
  const read = async (facts: ReaderFacts) => {
    const { [facts]: reading } = await collectFacts(system, { only: [facts], readers });
    if (reading === undefined) throw new Error(`There is no reader of ${facts}.`);
    return reading;
  };
  await serveReader({ read, listenOn: { fd: HANDED_OVER } });
  // A tool that still runs for a reading whose time was over would keep the process.
  process.exit(0);
} else {
  process.stderr.write('systemd starts this when it is needed: workplace-reader.socket.\n');
  process.exitCode = 2;
}
