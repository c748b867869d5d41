import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { LARGE, startLargeGate } from '../bench/src/console/measure-console.ts';
import { administer } from '../e2e/support/administration.ts';
import { buildAll } from './build.ts';

const HELP = `Starts a gate on PostgreSQL with a large company in it, to look at the console. Nothing of it stays.

  npm run console:seed                       ${LARGE.devices} computers, ${LARGE.people} people, ${LARGE.auditEntries} audit entries; two minutes
  npm run console:seed -- --people 3 --computers 4 --sign-ins 20 --entries 100

  --people, --computers, --sign-ins, --entries   how many

It prints the link with which an administrator sets up their account. Ctrl+C ends it. It takes PostgreSQL as Debian installs it.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const number = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    people: number,
    computers: number,
    'sign-ins': number,
    entries: number,
    help: { type: 'boolean', short: 'h', default: false },
  },
});

/** @throws Error with a sentence */
function count(option: 'people' | 'computers' | 'sign-ins' | 'entries', standard: number): number {
  const value = Number(values[option] ?? standard);
  if (Number.isInteger(value) && value > 0 && value <= 10_000_000) return value;
  throw new Error(`--${option} takes a number from 1 to 10000000.`);
}

async function run(): Promise<void> {
  const size = {
    people: count('people', LARGE.people),
    devices: count('computers', LARGE.devices),
    signIns: count('sign-ins', LARGE.signIns),
    auditEntries: count('entries', LARGE.auditEntries),
  };
  await buildAll(say);
  say('Filling the company…');
  const gate = await startLargeGate(size);
  try {
    const { ask } = await administer(gate.dataFolder);
    const own = { login: 'ilse', displayName: 'Ilse Brandt', email: 'ilse@alderbrook.example', groups: [] };
    const { personId } = await ask('adminAddPerson', { body: own });
    if (personId === null) throw new Error('The administrator was not added.');
    await ask('adminSetRole', { parameters: { personId }, body: { role: 'administrator' } });
    const { link } = await ask('adminInvitePerson', { parameters: { personId } });
    say(`Set up the administrator’s account:  ${link ?? ''}\nThen open:  ${gate.url}/console/\nCtrl+C ends it.`);
    await once(process, 'SIGINT');
  } finally {
    await gate.stop();
  }
}

if (values.help) process.stdout.write(HELP);
else {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
