import { readFileFacts } from '../linux/file-facts.ts';
import { readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { type AptLists, leavesOutMost, runsOnSomeDay } from './apt-origins.ts';

/** The program that installs updates on Debian, Ubuntu and what is made from them. */
export const UPGRADER = '/usr/bin/unattended-upgrade';

/** A company holds some packages that it tests first; with more than half on hold, holes stay open. */
const MOST_HELD = 0.5;

/** What keeps the program that installs from having an effect, whoever starts it. */
export async function findObstacleOfUpgrader(system: SystemPort, lists: AptLists): Promise<Outcome<string | null>> {
  const upgrader = await readFileFacts(system, [UPGRADER]);
  if (!upgrader.ok) return upgrader;
  const mode = upgrader.value.get(UPGRADER)?.mode;
  if (mode === undefined) return obstacle('The package unattended-upgrades is not installed');
  if ((mode & 0o100) === 0) return obstacle(`The program ${UPGRADER} may not be run`);
  const program = await system.readFile(UPGRADER);
  if (!program.ok) return { ok: false, reason: 'unexpected-output', detail: program.detail };
  // Another program in its place, as by dpkg-divert, installs nothing.
  if (!/^#! ?\/usr\/bin\/python3?\b/.test(program.value) || !program.value.includes('import apt')) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: `${UPGRADER} is another program than the package's own.`,
    };
  }
  const held = await shareOfHeld(system);
  if (!held.ok) return held;
  if (held.value > MOST_HELD) return obstacle('Nearly all packages are left out');
  const isNearlyNothing = leavesOutMost(lists);
  if (isNearlyNothing === null) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: 'A name of packages that are left out is not understood.',
    };
  }
  if (isNearlyNothing) return obstacle('Nearly all packages are left out');
  if (runsOnSomeDay(lists) === null) {
    return { ok: false, reason: 'unexpected-output', detail: 'The days on which they run are not understood.' };
  }
  return { ok: true, value: null };
}

/** The share of installed packages that are on hold, which nothing updates. */
async function shareOfHeld(system: SystemPort): Promise<Outcome<number>> {
  const status = await readIfThere(system, '/var/lib/dpkg/status');
  if (!status.ok) return status;
  const states = [...(status.value ?? '').matchAll(/^Status: (\w+) ok installed$/gm)].map(([, wish]) => wish);
  if (states.length === 0) return { ok: false, reason: 'unexpected-output', detail: 'dpkg: a list without packages' };
  return { ok: true, value: states.filter((wish) => wish === 'hold').length / states.length };
}

function obstacle(text: string): Outcome<string> {
  return { ok: true, value: text };
}
