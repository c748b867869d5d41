import { runInSession, type SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { notUnderstood } from './gsettings.ts';
import { lockerOf, lockerOfWords } from './lock-command.ts';
import { type LockerSettings, NEVER } from './locker.ts';

/** xss-lock locks when the display itself, after its own time, calls for a screen saver. */
export async function readXssLock(
  system: SystemPort,
  words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const started = parseXssLock(words);
  if (started === null) return notUnderstood(`xss-lock: '${words.join(' ').slice(0, 120)}'`);
  const asked = await runInSession({ system, environment }, 'xset', ['q']);
  if (!asked.ok) return asked;
  const timer = asked.value.code === 0 ? parseXset(asked.value.stdout) : null;
  if (timer === null) return notUnderstood(`xset: ${asked.value.stderr.trim()}`);
  if (timer.timeout === 0) return { ok: true, value: NEVER };
  // With a notifier the locker waits for the first cycle; without a cycle nothing says when it comes.
  if (started.hasNotifier && timer.cycle === 0) return notUnderstood('xset: no cycle');
  const idleSeconds = timer.timeout + (started.hasNotifier ? timer.cycle : 0);
  return { ok: true, value: { idleSeconds, asksPassword: true, graceSeconds: 0 } };
}

function parseXssLock(words: readonly string[]): { readonly hasNotifier: boolean } | null {
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
      return lockerOfWords(locker) === null ? null : { hasNotifier };
    }
  }
  return null;
}

/** Both in seconds. */
function parseXset(text: string): { readonly timeout: number; readonly cycle: number } | null {
  const line = /^Screen Saver:\n(?:[ \t].*\n)*?[ \t]+timeout: +(\d{1,9}) +cycle: +(\d{1,9})[ \t]*$/m.exec(text);
  return line === null ? null : { timeout: Number(line[1]), cycle: Number(line[2]) };
}

/** Options of xautolock with a word behind them, as far as they do not change whether and when it locks. */
const XAUTOLOCK_WORDS = [
  '-notify',
  '-notifier',
  '-bell',
  '-killtime',
  '-killer',
  '-cornersize',
  '-cornerdelay',
  '-cornerredelay',
];
const XAUTOLOCK_ALONE = ['-detectsleep', '-secure', '-noclose', '-nocloseout', '-nocloseerr'];

/** xautolock counts the time itself, in minutes, and keeps quiet while the pointer rests in a corner marked so. */
export async function readXautolock(
  _system: SystemPort,
  words: readonly string[],
  _environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  let minutes: number | null = null;
  let locker: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (XAUTOLOCK_ALONE.includes(word)) continue;
    if (word === '-time' && /^[1-9]\d{0,3}$/.test(value)) minutes = Number(value);
    else if (word === '-locker') locker = value;
    else if (word === '-corners' ? !/^[0+]{4}$/.test(value) : !XAUTOLOCK_WORDS.includes(word)) {
      return notUnderstood(`xautolock: '${words.join(' ').slice(0, 120)}'`);
    }
    at++;
  }
  // Without them the display's own resources may say when and how.
  if (minutes === null || locker === null || lockerOf(locker) === null) {
    return notUnderstood('xautolock does not say when and by what it locks.');
  }
  return { ok: true, value: { idleSeconds: minutes * 60, asksPassword: true, graceSeconds: 0 } };
}
