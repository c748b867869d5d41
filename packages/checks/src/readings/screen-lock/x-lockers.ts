import { say } from '@vestibule/contracts';
import { runInSession, type SessionEnvironment, type SessionTools } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { isOnBus } from './gnome.ts';
import { getSetting, notUnderstood, parseVariantBoolean, parseVariantNumber } from './gsettings.ts';
import { lockerOfWords } from './lock-command.ts';
import { type LockerSettings, NEVER } from './locker.ts';

/** xss-lock locks when the display itself, after its own time, calls for a screen saver. */
export async function readXssLock(
  system: SystemPort,
  words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const started = parseXssLock(words);
  if (started === null) return notUnderstood(`xss-lock: '${words.join(' ').slice(0, 120)}'`);
  const read = await readTimer({ system, environment });
  if (!read.ok) return read;
  const timer = read.value;
  if (timer.timeout === 0) return { ok: true, value: NEVER };
  // With a notifier the locker waits for the first cycle; without a cycle nothing says when it comes.
  if (started.hasNotifier && timer.cycle === 0)
    return notUnderstood(say('When {name} locks the screen is not known.', { name: 'xss-lock' }));
  const idleSeconds = timer.timeout + (started.hasNotifier ? timer.cycle : 0);
  return { ok: true, value: { idleSeconds, asksPassword: true, graceSeconds: 0, ...started.locker } };
}

/**
 * light-locker locks when the display calls for its screen saver, a few seconds later, and has the display manager ask for
 * the password. What it was started with goes before its settings.
 */
export async function readLightLocker(
  system: SystemPort,
  words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const delay = await readDelay({ system, environment }, words);
  if (!delay.ok) return delay;
  if (delay.value === 0) return { ok: true, value: NEVER };
  const timer = await readTimer({ system, environment });
  if (!timer.ok) return timer;
  if (timer.value.timeout === 0) return { ok: true, value: NEVER };
  const canAsk = await isOnBus({ system, environment }, '--system', 'NameHasOwner', 'org.freedesktop.DisplayManager');
  if (!canAsk.ok) return canAsk;
  if (!canAsk.value)
    return notUnderstood(say('light-locker needs a display manager to ask for the password, and none runs.'));
  return {
    ok: true,
    value: { idleSeconds: timer.value.timeout, asksPassword: true, graceSeconds: delay.value, lockedBy: ['lightdm'] },
  };
}

/** Seconds from the screen saver to the lock; zero for never. */
async function readDelay(tools: SessionTools, words: readonly string[]): Promise<Outcome<number>> {
  let delay: number | null = null;
  for (const word of words) {
    const given = /^--lock-after-screensaver=(\d{1,4})$/.exec(word)?.[1];
    if (given !== undefined) delay = Number(given);
    // Locks when the saver ends, which is as soon as someone comes back: the screen shows what is open for a moment.
    else if (!/^--(?:debug|(?:no-)?lock-on-(?:suspend|lid)|(?:no-)?idle-hint|no-late-locking)$/.test(word)) {
      return notUnderstood(`light-locker: '${word.slice(0, 80)}'`);
    }
  }
  const [late, set] = await Promise.all(
    ['late-locking', 'lock-after-screensaver'].map((key) => getSetting(tools, { schema: 'apps.light-locker', key })),
  );
  if (late?.ok !== true)
    return late ?? notUnderstood(say('The answer of {name} is not understood.', { name: 'gsettings' }));
  if (set?.ok !== true)
    return set ?? notUnderstood(say('The answer of {name} is not understood.', { name: 'gsettings' }));
  const number = delay ?? parseVariantNumber(set.value);
  const isLate = words.includes('--no-late-locking') ? false : parseVariantBoolean(late.value);
  if (number === null || isLate !== false)
    return notUnderstood(say('When {name} locks the screen is not known.', { name: 'light-locker' }));
  return { ok: true, value: number };
}

async function readTimer(tools: SessionTools): Promise<Outcome<Timer>> {
  const asked = await runInSession(tools, 'xset', ['q']);
  if (!asked.ok) return asked;
  const timer = asked.value.code === 0 ? parseXset(asked.value.stdout) : null;
  return timer === null ? notUnderstood(`xset: ${asked.value.stderr.trim()}`) : { ok: true, value: timer };
}

interface Timer {
  readonly timeout: number;
  readonly cycle: number;
}

interface XssLock {
  readonly hasNotifier: boolean;
  readonly locker: Pick<LockerSettings, 'starts' | 'lockedBy'>;
}

function parseXssLock(words: readonly string[]): XssLock | null {
  let hasNotifier = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-n' || word === '--notifier') {
      hasNotifier = true;
      at++;
    } else if (word.startsWith('--notifier=')) {
      hasNotifier = true;
    } else if (word === '-s' || word === '--session') {
      at++;
    } else if (!/^(?:-[lvq]|--(?:transfer-sleep-lock|ignore-sleep|verbose|quiet|session=.*))$/s.test(word)) {
      const locker = words.slice(word === '--' ? at + 1 : at);
      const program = lockerOfWords(locker);
      return program === null ? null : { hasNotifier, locker: { starts: [locker[0] ?? ''], lockedBy: [program] } };
    }
  }
  return null;
}

/** Both in seconds. */
function parseXset(text: string): Timer | null {
  const line = /^Screen Saver:\n(?:[ \t].*\n)*?[ \t]+timeout: +(\d{1,9}) +cycle: +(\d{1,9})[ \t]*$/m.exec(text);
  return line === null ? null : { timeout: Number(line[1]), cycle: Number(line[2]) };
}

/** `xautolock -disable` turns off the one that runs, which keeps that to itself. */
export async function readXautolock(): Promise<Outcome<LockerSettings>> {
  return notUnderstood(say('xautolock does not tell whether it is turned off.'));
}
