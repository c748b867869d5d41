import { say } from '@vestibule/contracts';
import type { DesktopSession } from '../../linux/desktop-session.ts';
import { isAwake, namedProcesses, type RunningProcess } from '../../linux/processes.ts';
import { readEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { ScreenLockFact } from './fact.ts';
import { readLockSettings } from './gnome.ts';
import { MATE_SETTINGS } from './gsettings.ts';
import { type Locker, type LockerSettings, NEVER } from './locker.ts';
import { confirmLock, isOfSession } from './locker-effect.ts';
import { readSwayidle } from './swayidle.ts';
import { readLightLocker, readXautolock, readXssLock } from './x-lockers.ts';
import { readXfce } from './xfce.ts';
import { readXscreensaver } from './xscreensaver.ts';

/** Programs that lock a screen which its desktop leaves to others. */
export const LOCKERS: readonly Locker[] = [
  { program: 'xfce4-screensaver', read: readXfce },
  {
    program: 'mate-screensaver',
    read: (system, _words, environment) => readLockSettings({ system, environment }, MATE_SETTINGS),
  },
  { program: 'swayidle', read: readSwayidle },
  { program: 'xss-lock', read: readXssLock },
  { program: 'light-locker', read: readLightLocker },
  { program: 'xautolock', read: readXautolock },
  { program: 'xscreensaver', read: readXscreensaver },
];

const NAMES: Readonly<Partial<Record<DesktopSession['desktop'], string>>> = {
  mate: 'MATE',
  xfce: 'XFCE',
  lxqt: 'LXQt',
};

/**
 * Of a desktop that is not known nothing can be said. On the others a person chooses the locker, and can end it: keeping
 * silent about it must not be a way in.
 */
function nothingKnown({ desktop, name }: DesktopSession): Outcome<never> {
  if (desktop === 'other') {
    return { ok: false, reason: 'not-supported', detail: 'Workplace knows no program here that locks the screen.' };
  }
  const programs = LOCKERS.map(({ program }) => program).join(', ');
  const detail = say('No program that locks the screen runs on {desktop}. Workplace knows these: {programs}', {
    desktop: NAMES[desktop] ?? name,
    programs,
  });
  return { ok: false, reason: 'tool-missing', detail };
}

/**
 * The screen lock of a session whose desktop leaves it to other programs: what those say that run. One that surely locks
 * is enough; where none does and one is not understood, nothing is known, and neither where none is known at all.
 */
export async function readLockers(system: SystemPort, session: DesktopSession): Promise<Outcome<ScreenLockFact>> {
  const all = LOCKERS.flatMap((locker) =>
    namedProcesses(session.processes, [locker.program]).map((process) => ({ locker, process })),
  );
  const places = await Promise.all(all.map(async ({ process }) => isOfSession(system, process, session)));
  const elsewhere = places.find((answer) => !answer.ok);
  if (elsewhere?.ok === false) return elsewhere;
  const running = all.filter((_, at) => places[at]?.ok === true && places[at].value);
  const answers = await Promise.all(
    running.map(async ({ locker, process }) => ({ locker, answer: await readLocker(system, locker, process) })),
  );
  const known = answers.flatMap(({ locker, answer }) =>
    answer.ok ? [{ program: locker.program, ...answer.value }] : [],
  );
  const locking = known.filter(({ idleSeconds, asksPassword }) => idleSeconds !== null && asksPassword);
  const [best] = locking.toSorted((left, right) => timeOf(left) - timeOf(right));
  const failure = answers.find(({ answer }) => !answer.ok)?.answer;
  if (best === undefined && failure?.ok === false) return failure;
  const chosen = best ?? known[0];
  if (chosen === undefined) return nothingKnown(session);
  const { idleSeconds, asksPassword, graceSeconds, managedSettings = [] } = chosen;
  const desktop = `${NAMES[session.desktop] ?? session.name}, ${chosen.program}`;
  return { ok: true, value: { desktop, idleSeconds, asksPassword, graceSeconds, managedSettings } };
}

function timeOf({ idleSeconds, graceSeconds }: LockerSettings): number {
  return (idleSeconds ?? Number.POSITIVE_INFINITY) + graceSeconds;
}

async function readLocker(
  system: SystemPort,
  { program, read }: Locker,
  process: RunningProcess,
): Promise<Outcome<LockerSettings>> {
  const awake = await isAwake(system, process);
  if (awake === null)
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('Whether {name} is stopped is not known.', { name: program }),
    };
  if (!awake) return { ok: true, value: NEVER };
  const environment = await readEnvironment(system, process);
  if (!environment.ok) return environment;
  const started = await system.readFile(`/proc/${process.processId}/cmdline`);
  if (!started.ok) return started;
  const words = started.value.split('\0');
  // Every word ends with the mark, the last one too.
  if (words.pop() !== '' || words.length === 0) {
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('How {name} was started is not known.', { name: program }),
    };
  }
  const settings = await read(system, words.slice(1), environment.value);
  return settings.ok ? confirmLock(system, process, { lockedBy: [program], ...settings.value }) : settings;
}
