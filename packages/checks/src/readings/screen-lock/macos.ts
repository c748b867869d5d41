import type { FactReader } from '../../definition.ts';
import { requireConsoleSession } from '../../macos/console-session.ts';
import { amountOf, managedFiles, type Preferences, readManaged, switchOf } from '../../macos/preferences.ts';
import { notUnderstood, QUICK_TIMEOUT_MS, readTool } from '../../macos/tool.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { SCREEN_LOCK_SETTINGS, type ScreenLockFact, type ScreenLockSetting } from './fact.ts';
import {
  darkAfter,
  NEVER_SECONDS,
  parseDisplaySleep,
  parseScreenLockStatus,
  type ScreenLockDelay,
} from './macos-sources.ts';

export const SCREEN_SAVER_DOMAIN = 'com.apple.screensaver';

/** What macOS does when no one has chosen a time. */
const USUAL_SAVER_SECONDS = 1200;

export const macosScreenLock: FactReader = {
  facts: 'screenLock',
  operatingSystem: 'macos',
  read: async (system) => {
    const session = await requireConsoleSession(system);
    if (!session.ok) return unavailableBecause(system, 'Session at the screen', session);
    const fact = await readScreenLock(system);
    if (!fact.ok) return unavailableBecause(system, 'Lock screen settings', fact);
    return value(system, 'Lock screen settings', fact.value, {
      managed: fact.value.managedSettings.length === SCREEN_LOCK_SETTINGS.length,
    });
  },
  watch: (system) => [
    `${system.user.home}/Library/Preferences/ByHost`,
    '/Library/Preferences/com.apple.PowerManagement.plist',
    ...managedFiles(system, SCREEN_SAVER_DOMAIN),
  ],
};

async function readScreenLock(system: SystemPort): Promise<Outcome<ScreenLockFact>> {
  const [managed, own, status, power] = await Promise.all([
    readManaged(system, SCREEN_SAVER_DOMAIN),
    readSaverSeconds(system),
    readStatus(system),
    readTool(system, 'pmset', ['-g', 'custom']),
  ]);
  if (!managed.ok) return managed;
  if (!own.ok) return own;
  if (!power.ok) return power;
  const displays = parseDisplaySleep(power.value);
  if (displays === null) return notUnderstood('pmset', power.value);
  const held = amountOf(managed.value, 'idleTime');
  if (held === null) return notUnderstood('plutil', 'idleTime is no time');
  const saver = held ?? own.value ?? USUAL_SAVER_SECONDS;
  const password = passwordOf(managed.value, status);
  if (!password.ok) return password;
  const managedSettings: ScreenLockSetting[] = [
    ...(held === undefined ? [] : (['idleSeconds'] as const)),
    ...password.value.managedSettings,
  ];
  return {
    ok: true,
    value: {
      desktop: 'macOS',
      idleSeconds: darkAfter(saver === 0 ? null : saver, displays),
      asksPassword: password.value.asksPassword,
      graceSeconds: password.value.graceSeconds,
      managedSettings,
    },
  };
}

/**
 * The time that this person has chosen for this computer; 0 for never, undefined when none was.
 */
export async function readSaverSeconds(system: SystemPort): Promise<Outcome<number | undefined>> {
  const answer = await system.run({
    tool: 'defaults',
    arguments: ['-currentHost', 'read', SCREEN_SAVER_DOMAIN, 'idleTime'],
    timeoutMs: QUICK_TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  const { code, stdout, stderr } = answer.value;
  if (code === 1 && stdout.trim() === '' && /does not exist/.test(stderr)) return { ok: true, value: undefined };
  // A number without the end of its line may be half a number.
  const seconds = code === 0 ? /^(\d{1,9})(?:\.0+)?\s*\n$/.exec(stdout)?.[1] : undefined;
  return seconds === undefined ? notUnderstood('defaults', stdout || stderr) : { ok: true, value: Number(seconds) };
}

/** The answer is on the standard error; `askForPassword` in a person's own preferences has told nothing true for years. */
async function readStatus(system: SystemPort): Promise<Outcome<ScreenLockDelay>> {
  const answer = await system.run({
    tool: 'sysadminctl',
    arguments: ['-screenLock', 'status'],
    timeoutMs: QUICK_TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  const { stdout, stderr } = answer.value;
  const delay = parseScreenLockStatus(`${stdout}\n${stderr}`);
  return delay === null ? notUnderstood('sysadminctl', stderr || stdout) : { ok: true, value: delay };
}

type Password = Pick<ScreenLockFact, 'asksPassword' | 'graceSeconds' | 'managedSettings'>;

/** What a profile holds wins; where it holds only a part, the rest is as the system says. */
function passwordOf(managed: Preferences, status: Outcome<ScreenLockDelay>): Outcome<Password> {
  const asks = switchOf(managed, 'askForPassword');
  const delay = amountOf(managed, 'askForPasswordDelay');
  if (asks === null || delay === null) return notUnderstood('plutil', 'the profile of the screen saver');
  if (asks === false || (delay !== undefined && delay >= NEVER_SECONDS)) {
    return { ok: true, value: { asksPassword: false, graceSeconds: 0, managedSettings: ['asksPassword'] } };
  }
  const managedSettings: ScreenLockSetting[] = [
    ...(asks === true ? (['asksPassword'] as const) : []),
    ...(delay === undefined ? [] : (['graceSeconds'] as const)),
  ];
  if (asks === true && delay !== undefined) {
    return { ok: true, value: { asksPassword: true, graceSeconds: delay, managedSettings } };
  }
  if (!status.ok) return status;
  const { seconds } = status.value;
  if (seconds !== null) {
    return { ok: true, value: { asksPassword: true, graceSeconds: delay ?? seconds, managedSettings } };
  }
  // A profile asks for the password and the system says that it does not: who is right is not known.
  if (asks === true) return notUnderstood('sysadminctl', 'off, although a profile turns it on');
  return { ok: true, value: { asksPassword: false, graceSeconds: 0, managedSettings } };
}
