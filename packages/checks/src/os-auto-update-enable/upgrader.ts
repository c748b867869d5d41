import { say } from '@vestibule/contracts';
import { readFileFacts } from '../linux/file-facts.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { showUnits } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { AptConfiguration, AptSettings } from './apt-configuration.ts';
import { findObstacleOfHooks, YES } from './apt-hooks.ts';
import { leavesOutMost, runsOnSomeDay } from './apt-origins.ts';
import { arePackagesOwn } from './package-files.ts';
import { findReadOnly } from './read-only-mounts.ts';

/** The program that installs updates on Debian, Ubuntu and what is made from them. */
export const UPGRADER = '/usr/bin/unattended-upgrade';

/** A company holds some packages that it tests first; with more than half on hold, holes stay open. */
const MOST_HELD = 0.5;

const AT_SHUTDOWN = 'unattended-upgrade::installonshutdown';
const OF_SHUTDOWN = 'unattended-upgrades.service';

/**
 * With this setting every run ends at once, and says that it went well: what installs is a service that waits for the computer
 * to be shut down. Of that there is no record.
 */
async function findObstacleOfShutdown(system: SystemPort, values: AptConfiguration): Promise<Outcome<string | null>> {
  if (!YES.test(values.get(AT_SHUTDOWN) ?? '')) return { ok: true, value: null };
  const units = await showUnits(system, [OF_SHUTDOWN], ['ActiveState']);
  if (!units.ok) return units;
  if (units.value.get(OF_SHUTDOWN)?.['ActiveState'] !== 'active') {
    return obstacle(say('They wait for a shutdown, and {name} does not run', { name: OF_SHUTDOWN }));
  }
  const detail = say('Updates are installed when the computer is shut down. There is no record of it.');
  return { ok: false, reason: 'unexpected-output', detail };
}

/** What keeps the program that installs from having an effect, whoever starts it. */
export async function findObstacleOfUpgrader(
  system: SystemPort,
  { values, lists }: AptSettings,
): Promise<Outcome<string | null>> {
  const [upgrader, cannot, own, hooks, held, shutdown, readOnly] = await Promise.all([
    readFileFacts(system, [UPGRADER]),
    findMissingPart(system),
    arePackagesOwn(system, [
      ['unattended-upgrades', UPGRADER],
      ['dpkg', '/usr/bin/dpkg'],
    ]),
    findObstacleOfHooks(system, values, lists),
    shareOfHeld(system),
    findObstacleOfShutdown(system, values),
    findReadOnly(system, lists),
  ]);
  if (!upgrader.ok) return upgrader;
  const mode = upgrader.value.get(UPGRADER)?.mode;
  if (mode === undefined) return obstacle(say('The package unattended-upgrades is not installed'));
  if ((mode & 0o100) === 0) return obstacle(say('The program {name} may not be run', { name: UPGRADER }));
  const program = await system.readFile(UPGRADER);
  if (!program.ok) return { ok: false, reason: 'unexpected-output', detail: program.detail };
  // Another program in its place, as by dpkg-divert, installs nothing.
  if (!/^#! ?\/usr\/bin\/python3?\b/.test(program.value) || !program.value.includes('import apt')) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('This program is not the one that its package brought: {path}', { path: UPGRADER }),
    };
  }
  if (!cannot.ok || cannot.value !== null) return cannot;
  if (!own.ok) return own;
  if (!hooks.ok || hooks.value !== null) return hooks;
  if (!held.ok) return held;
  if (held.value > MOST_HELD) return obstacle('Nearly all packages are left out');
  if (readOnly !== null) return obstacle(say('The system is mounted read-only: {path}', { path: readOnly }));
  if (!shutdown.ok || shutdown.value !== null) return shutdown;
  const isNearlyNothing = leavesOutMost(lists);
  if (isNearlyNothing === null) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('A name in the list of packages that are left out is not understood.'),
    };
  }
  if (isNearlyNothing) return obstacle('Nearly all packages are left out');
  const isSomeDay = runsOnSomeDay(lists);
  if (isSomeDay === false) return obstacle(say('The days on which they run never come'));
  if (isSomeDay === null) {
    return { ok: false, reason: 'unexpected-output', detail: say('The days on which updates run are not understood.') };
  }
  return { ok: true, value: null };
}

const INTERPRETER = '/usr/bin/python3';
const MODULES = '/usr/lib/python3/dist-packages';

/** What it is made of besides its own file: without it, it ends before it begins. */
async function findMissingPart(system: SystemPort): Promise<Outcome<string | null>> {
  const interpreter = await readFileFacts(system, [INTERPRETER]);
  if (!interpreter.ok) return interpreter;
  if (((interpreter.value.get(INTERPRETER)?.mode ?? 0) & 0o100) === 0) {
    return obstacle(say('The program {name} is missing', { name: INTERPRETER }));
  }
  const modules = await listIfThere(system, MODULES);
  if (!modules.ok) return modules;
  const isThere = modules.value.includes('apt') && modules.value.some((name) => /^apt_pkg\..*\bso$/.test(name));
  return isThere ? { ok: true, value: null } : obstacle(say('The package python3-apt is not whole'));
}

/** The share of installed packages that are on hold, which nothing updates. */
async function shareOfHeld(system: SystemPort): Promise<Outcome<number>> {
  const status = await readIfThere(system, '/var/lib/dpkg/status');
  if (!status.ok) return status;
  const states = [...(status.value ?? '').matchAll(/^Status: (\w+) ok installed$/gm)].map(([, wish]) => wish);
  if (states.length === 0)
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('What stands in {path} is not understood.', { path: '/var/lib/dpkg/status' }),
    };
  return { ok: true, value: states.filter((wish) => wish === 'hold').length / states.length };
}

function obstacle(text: string): Outcome<string> {
  return { ok: true, value: text };
}
