import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { opensWithoutSecret, type Person } from './pam-rules.ts';
import { readIfThere } from '../linux/if-there.ts';

/** Whose members the display managers and lock screens of most distributions let in without their password (PAM). */
const GROUP = 'nopasswdlogin';
const GROUP_FILE = '/etc/group';

/** The rules by which people sign in and open the screen again. */
const SERVICES = [
  ...['gdm-password', 'lightdm', 'sddm', 'plasmalogin', 'lxdm', 'ly', 'greetd', 'login', 'kde', 'swaylock', 'i3lock'],
  ...['xdm', 'slim', 'cosmic-greeter', 'hyprlock', 'gtklock', 'waylock', 'vlock', 'physlock', 'gnome-screensaver'],
  ...['xfce4-screensaver', 'mate-screensaver', 'cinnamon-screensaver', 'xscreensaver'],
];
/** Rules that others take in. */
const SHARED = ['common-auth', 'system-auth', 'system-login', 'system-local-login', 'password-auth'];

export const NO_PASSWORD_PLACES: readonly string[] = [GROUP_FILE, '/etc/pam.d'];

/**
 * What lets this person in although they have a password.
 * @returns the file that says so; null when none does
 */
export async function findNoPasswordLogin(system: SystemPort): Promise<Outcome<string | null>> {
  const person = await readPerson(system);
  if (!person.ok) return person;
  if (person.value.groups.includes(GROUP)) return { ok: true, value: `${GROUP_FILE} (${GROUP})` };
  return findOpen(system, person.value, [...SERVICES, ...SHARED]);
}

/**
 * What has a program of this name, such as a screen locker, open without a password.
 * @returns the file that says so; null when none does
 */
export async function findOpenRules(system: SystemPort, service: string): Promise<Outcome<string | null>> {
  const person = await readPerson(system);
  return person.ok ? findOpen(system, person.value, [service, ...SHARED]) : person;
}

async function findOpen(
  system: SystemPort,
  person: Person,
  services: readonly string[],
): Promise<Outcome<string | null>> {
  let notKnown: string | null = null;
  for (const service of services) {
    for (const path of [`/etc/pam.d/${service}`, `/usr/lib/pam.d/${service}`]) {
      const file = await readIfThere(system, path);
      if (!file.ok) return file;
      const isOpen = file.value === null ? false : opensWithoutSecret(file.value, person);
      if (isOpen === true) return { ok: true, value: path };
      if (isOpen === null) notKnown ??= path;
      if (file.value !== null) break;
    }
  }
  if (notKnown === null) return { ok: true, value: null };
  return { ok: false, reason: 'unexpected-output', detail: `${notKnown}: a rule that may let someone in` };
}

/** The files first, which say it to everybody; then the system's own answer, which knows a directory's groups. */
async function readPerson(system: SystemPort): Promise<Outcome<Person>> {
  const { name, id: userId } = system.user;
  const groups = await readRows(system, GROUP_FILE);
  if (!groups.ok) return groups;
  const accounts = await readRows(system, '/etc/passwd');
  if (!accounts.ok) return accounts;
  const primary = accounts.value.find(([user]) => user === name)?.[3];
  const listed = groups.value.flatMap(([group = '', , id, members = '']) =>
    members.split(',').some((member) => member.trim() === name) || (id !== undefined && id === primary) ? [group] : [],
  );
  const personIn = (more: readonly string[]): Outcome<Person> => ({
    ok: true,
    value: {
      name,
      id: userId,
      groups: [...listed, ...more],
      isLocal: accounts.value.some(([user]) => user === name),
    },
  });
  if (isScratch(system)) return personIn([]);
  const told = await system.run({ tool: 'id', arguments: ['-nG', '--', name], timeoutMs: 5000 });
  if (!told.ok) return told;
  if (told.value.code !== 0)
    return { ok: false, reason: 'unexpected-output', detail: `id: ${told.value.stderr.trim()}` };
  return personIn(told.value.stdout.split(/\s+/));
}

async function readRows(system: SystemPort, path: string): Promise<Outcome<readonly (readonly string[])[]>> {
  const file = await readIfThere(system, path);
  if (!file.ok) return file;
  return { ok: true, value: (file.value ?? '').split('\n').map((line) => line.trim().split(':')) };
}
