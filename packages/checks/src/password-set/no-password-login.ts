import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

/** Whose members the display managers and lock screens of most distributions let in without their password (PAM). */
const GROUP = 'nopasswdlogin';
const GROUP_FILE = '/etc/group';

/** The rules by which people sign in and open the screen again, and those that others take in. */
const SERVICES = [
  ...['gdm-password', 'lightdm', 'sddm', 'plasmalogin', 'lxdm', 'ly', 'greetd', 'login', 'kde', 'swaylock', 'i3lock'],
  ...['xfce4-screensaver', 'mate-screensaver', 'cinnamon-screensaver', 'xscreensaver'],
  ...['common-auth', 'system-auth', 'system-login', 'system-local-login', 'password-auth'],
];

export const NO_PASSWORD_PLACES: readonly string[] = [GROUP_FILE, '/etc/pam.d'];

/**
 * What lets this person in although they have a password.
 * @returns the file that says so; null when none does
 */
export async function findNoPasswordLogin(system: SystemPort): Promise<Outcome<string | null>> {
  const isMember = await isInGroup(system);
  if (!isMember.ok) return isMember;
  if (isMember.value) return { ok: true, value: `${GROUP_FILE} (${GROUP})` };
  for (const service of SERVICES) {
    for (const path of [`/etc/pam.d/${service}`, `/usr/lib/pam.d/${service}`]) {
      const file = await system.readFile(path);
      if (!file.ok && file.reason !== 'missing') return file;
      if (file.ok && letsAnybodyIn(file.value)) return { ok: true, value: path };
      if (file.ok) break;
    }
  }
  return { ok: true, value: null };
}

/** The files first, which say it to everybody; then the system's own answer, which knows a directory's groups. */
async function isInGroup(system: SystemPort): Promise<Outcome<boolean>> {
  const { name } = system.user;
  const groups = await readRows(system, GROUP_FILE);
  if (!groups.ok) return groups;
  const accounts = await readRows(system, '/etc/passwd');
  if (!accounts.ok) return accounts;
  const primary = accounts.value.find(([user]) => user === name)?.[3];
  const isListed = groups.value.some(
    ([group, , id, members = '']) =>
      group === GROUP && (members.split(',').some((member) => member.trim() === name) || id === primary),
  );
  if (isListed || isScratch(system)) return { ok: true, value: isListed };
  const told = await system.run({ tool: 'id', arguments: ['-nG', '--', name], timeoutMs: 5000 });
  return { ok: true, value: told.ok && told.value.stdout.split(/\s+/).includes(GROUP) };
}

async function readRows(system: SystemPort, path: string): Promise<Outcome<readonly (readonly string[])[]>> {
  const file = await system.readFile(path);
  if (!file.ok) return file.reason === 'missing' ? { ok: true, value: [] } : file;
  return { ok: true, value: file.value.split('\n').map((line) => line.trim().split(':')) };
}

/** A rule that is content, and asks no other, before anybody was asked for a password. */
export function letsAnybodyIn(text: string): boolean {
  const rules = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => /^\s*-?auth\s+(\[[^\]]*\]|\S+)\s+(\S+)/i.exec(line));
  return rules.some(
    (rule) =>
      /(?:^|\/)pam_permit\.so$/.test(rule?.[2] ?? '') &&
      /^sufficient$|^\[.*\bsuccess=done\b.*\]$/i.test(rule?.[1] ?? ''),
  );
}
