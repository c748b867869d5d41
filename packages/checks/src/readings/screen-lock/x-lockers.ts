import { runInSession, type SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { notUnderstood } from './gsettings.ts';
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
  const asked = await runInSession({ system, environment }, 'xset', ['q']);
  if (!asked.ok) return asked;
  const timer = asked.value.code === 0 ? parseXset(asked.value.stdout) : null;
  if (timer === null) return notUnderstood(`xset: ${asked.value.stderr.trim()}`);
  if (timer.timeout === 0) return { ok: true, value: NEVER };
  // With a notifier the locker waits for the first cycle; without a cycle nothing says when it comes.
  if (started.hasNotifier && timer.cycle === 0) return notUnderstood('xset: no cycle');
  const idleSeconds = timer.timeout + (started.hasNotifier ? timer.cycle : 0);
  return { ok: true, value: { idleSeconds, asksPassword: true, graceSeconds: 0, ...started.locker } };
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
function parseXset(text: string): { readonly timeout: number; readonly cycle: number } | null {
  const line = /^Screen Saver:\n(?:[ \t].*\n)*?[ \t]+timeout: +(\d{1,9}) +cycle: +(\d{1,9})[ \t]*$/m.exec(text);
  return line === null ? null : { timeout: Number(line[1]), cycle: Number(line[2]) };
}

/** `xautolock -disable` turns off the one that runs, which keeps that to itself. */
export async function readXautolock(): Promise<Outcome<LockerSettings>> {
  return notUnderstood('xautolock does not tell whether it is turned off.');
}
