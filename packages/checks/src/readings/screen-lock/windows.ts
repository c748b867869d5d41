import type { FactReader } from '../../definition.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { fileExists } from '../../windows/file-exists.ts';
import { SCREEN_LOCK_SETTINGS, type ScreenLockFact, type ScreenLockSetting } from './fact.ts';
import { effectiveSaver, readScreenLockSettings, type ScreenLockSettings } from './windows-settings.ts';
import { readSleepLock, type SleepLock } from './windows-sleep.ts';

const SOURCE = 'Windows screen settings';

/** What Windows takes when no one has set ScreenSaverGracePeriod. */
const USUAL_GRACE_SECONDS = 5;
/** 'Never', read as a number without a sign; with one it is -1. */
const NEVER = 0xff_ff_ff_ff;

type Lock = Omit<ScreenLockFact, 'managedSettings'>;

export const windowsScreenLock: FactReader = {
  facts: 'screenLock',
  operatingSystem: 'windows',
  read: async (system) => {
    const settings = await readScreenLockSettings(system);
    if (!settings.ok) return unavailableBecause(system, SOURCE, settings);
    const lock = await readLock(system, settings.value);
    if (!lock.ok) return unavailableBecause(system, SOURCE, lock);
    const managedSettings = managedOf(settings.value);
    const fact: ScreenLockFact = { ...lock.value, managedSettings: [...managedSettings] };
    return value(system, SOURCE, fact, { managed: managedSettings.length === SCREEN_LOCK_SETTINGS.length });
  },
  watch: () => [],
};

/**
 * Whatever locks first counts, and only what asks for a password locks. Without a lock, what comes nearest is told: a
 * screen saver that asks for none.
 */
async function readLock(system: SystemPort, settings: ScreenLockSettings): Promise<Outcome<Lock>> {
  const [saver, sleep] = await Promise.all([readSaverLock(system, settings), readSleepLock(system)]);
  if (isLockingForbidden(settings)) {
    return saver.ok ? { ok: true, value: { ...(saver.value ?? NO_LOCK), asksPassword: false } } : saver;
  }
  const management = managementLock(settings);
  const locks = [
    saver.ok ? saver.value : null,
    inactivityLock(settings),
    management.ok ? management.value : null,
    sleep.ok ? sleepAsLock(sleep.value, settings) : null,
  ].filter((lock) => lock !== null);
  const soonest = locks.filter(({ asksPassword }) => asksPassword).toSorted(bySeconds)[0];
  if (soonest !== undefined && total(soonest) <= SOON_SECONDS) return { ok: true, value: soonest };
  // What could not be read might lock, or lock sooner.
  if (!saver.ok) return saver;
  if (!management.ok) return management;
  if (!sleep.ok) return sleep;
  return { ok: true, value: soonest ?? saver.value ?? NO_LOCK };
}

/** What any policy takes for soon; a lock that comes later need not be the first. */
const SOON_SECONDS = 300;

const NO_LOCK: Lock = { desktop: 'Windows', idleSeconds: null, asksPassword: false, graceSeconds: 0 };

/** Null when there is none: also the factory's 'active' saver without a program is none. */
async function readSaverLock(system: SystemPort, settings: ScreenLockSettings): Promise<Outcome<Lock | null>> {
  const { active, program, seconds, secure } = effectiveSaver(settings);
  if (active === '0' || program === null || NO_PROGRAM.test(program)) return { ok: true, value: null };
  const grace = settings.graceSeconds ?? USUAL_GRACE_SECONDS;
  const isUnderstood = (active === null || active === '1') && [null, '0', '1'].includes(secure) && grace >= 0;
  if (!isUnderstood || seconds === null || seconds < 0) {
    return { ok: false, reason: 'unexpected-output', detail: 'The screen saver has a setting that is not understood.' };
  }
  if (seconds === 0 || (await fileExists(system, program)) === false) return { ok: true, value: null };
  const desktop = 'Windows screen saver';
  return { ok: true, value: { desktop, idleSeconds: seconds, asksPassword: secure === '1', graceSeconds: grace } };
}

/** What the registry holds where no saver is chosen. */
export const NO_PROGRAM = /^\s*(?:\(none\))?\s*$/i;

/** A lock that a company sets for the whole computer; it asks at once. */
function companyLock(desktop: string, idleSeconds: number): Lock | null {
  return idleSeconds > 0 ? { desktop, idleSeconds, asksPassword: true, graceSeconds: 0 } : null;
}

function inactivityLock({ inactivitySeconds }: ScreenLockSettings): Lock | null {
  return companyLock('Windows inactivity limit', inactivitySeconds ?? 0);
}

/** The minutes lock only where the management asks for a password; documents differ on what it does when it does not say. */
function managementLock({ managedMinutes, managedPassword }: ScreenLockSettings): Outcome<Lock | null> {
  const lock = companyLock('Windows device management', (managedMinutes ?? 0) * 60);
  if (lock === null || managedPassword === PASSWORD_OFF) return { ok: true, value: null };
  if (managedPassword === PASSWORD_ON) return { ok: true, value: lock };
  return { ok: false, reason: 'unexpected-output', detail: `DevicePasswordEnabled is ${managedPassword}.` };
}

const PASSWORD_ON = 0;
const PASSWORD_OFF = 1;

/** Null for a sleep from which the computer wakes without asking: it hides the screen and locks nothing. */
function sleepAsLock({ idleSeconds, asksPassword }: SleepLock, { delaySeconds }: ScreenLockSettings): Lock | null {
  const delay = delaySeconds ?? 0;
  if (idleSeconds === null || !asksPassword || delay < 0 || delay === NEVER) return null;
  return { desktop: 'Windows sleep', idleSeconds, asksPassword, graceSeconds: delay };
}

function isLockingForbidden({ lockDisabledForComputer, lockDisabledForPerson }: ScreenLockSettings): boolean {
  return lockDisabledForComputer === 1 || lockDisabledForPerson === 1;
}

/** What a company holds of the screen saver, which is what a fix would change. */
function managedOf(settings: ScreenLockSettings): readonly ScreenLockSetting[] {
  const { active, program, seconds, secure } = settings.policy;
  const held: Readonly<Record<ScreenLockSetting, boolean>> = {
    idleSeconds: active !== null || program !== null || seconds !== null,
    asksPassword: secure !== null || isLockingForbidden(settings),
    graceSeconds: settings.policy.secure !== null,
  };
  return SCREEN_LOCK_SETTINGS.filter((name) => held[name]);
}

function bySeconds(left: Lock, right: Lock): number {
  return total(left) - total(right);
}

function total({ idleSeconds, graceSeconds }: Lock): number {
  return (idleSeconds ?? Number.MAX_SAFE_INTEGER) + graceSeconds;
}
