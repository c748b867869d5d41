import { say } from '@vestibule/contracts';
import { listIfThere } from '../../linux/if-there.ts';
import type { DesktopSession } from '../../linux/desktop-session.ts';
import { displayOf, type RunningProcess } from '../../linux/processes.ts';
import { findOpenRules } from '../../password-set/no-password-login.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { ScreenLockFact } from './fact.ts';
import { notUnderstood } from './gsettings.ts';
import type { LockerSettings } from './locker.ts';

/** Folders whose programs only an administrator puts there. */
const SYSTEM_FOLDERS = [
  ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/games', '/usr/local/games'],
  ...['/run/current-system/sw/bin', '/run/wrappers/bin'],
];
/** Where a program that has no path looks (execvp, and the shell). */
const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether it works for the display of this session. Sway has none: it opens one for older programs. */
export async function isOfSession(
  system: SystemPort,
  process: RunningProcess,
  session: DesktopSession,
): Promise<Outcome<boolean>> {
  if (session.proof.length === 0 || session.desktop === 'sway') return { ok: true, value: true };
  const own = await Promise.all([...session.proof, process].map((one) => displayOf(system, one)));
  const failure = own.find((answer) => !answer.ok);
  if (failure?.ok === false) return failure;
  const displays = own.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const locked = displays.at(-1);
  const shown = displays.slice(0, -1).filter((display) => display !== null);
  return { ok: true, value: shown.length === 0 || shown.some((display) => display === locked) };
}

/** What a program is said to do, where the locker it names is the real one, and asks. */
export async function confirmLock(
  system: SystemPort,
  process: RunningProcess,
  settings: LockerSettings,
): Promise<Outcome<LockerSettings>> {
  if (settings.idleSeconds === null || !settings.asksPassword) return { ok: true, value: settings };
  for (const program of settings.starts ?? []) {
    const isReal = await isSystemsOwn(system, process, program);
    if (!isReal.ok) return isReal;
    if (!isReal.value)
      return notUnderstood(
        say('This is not the program of that name that the computer has for everyone: {name}', { name: program }),
      );
  }
  for (const locker of settings.lockedBy ?? []) {
    const open = await findOpenRules(system, [locker]);
    if (!open.ok) return open;
    if (open.value !== null) return { ok: true, value: { ...settings, asksPassword: false } };
  }
  return { ok: true, value: settings };
}

/** Under which names the rules stand by which a desktop's own lock opens, and who asks by them. */
const OWN_RULES = {
  gnome: { services: ['gdm-password', 'gdm-fingerprint', 'gdm-smartcard'], askedBy: 'root' },
  cinnamon: { services: ['cinnamon-screensaver'], askedBy: 'person' },
  kde: { services: ['kde', 'kde-fingerprint', 'kde-smartcard'], askedBy: 'person' },
} as const;

/** What a desktop's settings say of its own lock, where the rules by which that opens do ask. */
export async function confirmRules(
  system: SystemPort,
  desktop: keyof typeof OWN_RULES,
  read: Outcome<ScreenLockFact>,
): Promise<Outcome<ScreenLockFact>> {
  if (!read.ok || read.value.idleSeconds === null || !read.value.asksPassword) return read;
  const { services, askedBy } = OWN_RULES[desktop];
  const open = await findOpenRules(system, services, askedBy);
  if (!open.ok) return open;
  return open.value === null ? read : { ok: true, value: { ...read.value, asksPassword: false } };
}

/** Whether the first folder of its PATH that has a program is one of the system's. */
async function isSystemsOwn(system: SystemPort, process: RunningProcess, program: string): Promise<Outcome<boolean>> {
  const name = program.split('/').at(-1) ?? '';
  const environment = await system.readFile(`/proc/${process.processId}/environ`);
  if (!environment.ok) return environment;
  const path = environment.value.split('\0').find((line) => line.startsWith('PATH='));
  const folders = program.includes('/')
    ? [program.slice(0, -name.length - 1)]
    : (path?.slice('PATH='.length) ?? USUAL_PATH).split(':');
  for (const folder of folders.map((one) => one.replace(/\/+$/, ''))) {
    if (!folder.startsWith('/')) return { ok: true, value: false };
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    if (names.value.includes(name)) return { ok: true, value: SYSTEM_FOLDERS.includes(folder) };
  }
  return { ok: true, value: false };
}
