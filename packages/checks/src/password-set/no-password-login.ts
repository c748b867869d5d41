import { isScratch } from '../linux/systemd.ts';
import { opensWithoutSecret } from '../linux/pam/open.ts';
import type { Person } from '../linux/pam/person.ts';
import { listServices, loadOwn, loadStack, type Stack } from '../linux/pam/stack.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readIfThere } from '../linux/if-there.ts';

/** Whose members the display managers and lock screens of most distributions let in without their password (PAM). */
const GROUP = 'nopasswdlogin';
const GROUP_FILE = '/etc/group';
const SEPERMIT_FILE = '/etc/security/sepermit.conf';

/** Rules that others take in. */
const SHARED = ['common-auth', 'system-auth', 'system-login', 'system-local-login', 'password-auth'];
/** The rules by which people sign in: programs of root's ask. */
const SIGN_IN = [
  ...['gdm-password', 'gdm-fingerprint', 'gdm-smartcard', 'lightdm', 'sddm', 'plasmalogin', 'lxdm', 'ly', 'greetd'],
  ...['xdm', 'wdm', 'slim', 'emptty', 'cosmic-greeter', 'remote', 'sshd', 'xrdp-sesman', 'cockpit'],
];
/** Of those by which people open the screen again: programs of their own ask. */
const LOCKERS = [
  ...['kde', 'kde-fingerprint', 'kde-smartcard', 'swaylock', 'i3lock', 'hyprlock', 'gtklock', 'waylock', 'vlock'],
  ...['physlock', 'gnome-screensaver', 'xfce4-screensaver', 'mate-screensaver', 'cinnamon-screensaver', 'xscreensaver'],
];
/** The text console asks everywhere, whether it has rules of its own or takes those of `other`. */
const CONSOLE = 'login';
/** By which someone becomes another person. */
const BECOMES = ['su', 'su-l'];

export const NO_PASSWORD_PLACES: readonly string[] = [GROUP_FILE, '/etc/pam.d'];

/**
 * What lets this person in although they have a password.
 * @returns the file that says so; null when none does
 */
export async function findNoPasswordLogin(system: SystemPort): Promise<Outcome<string | null>> {
  const found = await readPerson(system);
  if (!found.ok) return found;
  const person = found.value;
  if (person.groups.includes(GROUP)) return { ok: true, value: `${GROUP_FILE} (${GROUP})` };
  const locked: Person = { ...person, askedBy: 'person' };
  const other: Person = { ...person, askedBy: 'stranger' };
  const isOtherOpen = await opens(system, { of: 'other', load: loadOwn, people: [person] });
  if (!isOtherOpen.ok) return isOtherOpen;
  // Who has no file takes those rules: whether such a program is there is asked only where it matters.
  const more = isOtherOpen.value === false ? [] : await programsWithoutRules(system);
  return findOpen(system, [
    ...SHARED.map((of) => ({ of, load: loadOwn, people: [person] })),
    { of: CONSOLE, load: loadStack, people: [person] },
    ...SIGN_IN.map((of) => ({ of, load: loadOwn, people: [person] })),
    ...LOCKERS.map((of) => ({ of, load: loadOwn, people: [locked] })),
    ...more.map((of) => ({ of, load: loadStack, people: [person] })),
    ...BECOMES.map((of) => ({ of, load: loadStack, people: [other, { ...other, ...ROOT }] })),
  ]);
}

/**
 * What has a program that locks the screen open it without a password.
 * @param services under which its rules stand; those of `other` count for the first where it has none
 * @returns the file that says so; null when none does
 */
export async function findOpenRules(
  system: SystemPort,
  [service = '', ...more]: readonly string[],
  askedBy: Person['askedBy'] = 'person',
): Promise<Outcome<string | null>> {
  const person = await readPerson(system);
  if (!person.ok) return person;
  const people = [{ ...person.value, askedBy }];
  return findOpen(system, [
    ...SHARED.map((of) => ({ of, load: loadOwn, people })),
    { of: service, load: loadStack, people },
    ...more.map((of) => ({ of, load: loadOwn, people })),
  ]);
}

interface Question {
  readonly of: string;
  readonly load: (system: SystemPort, service: string) => Promise<Outcome<Stack | null>>;
  readonly people: readonly Person[];
}

const ROOT = { name: 'root', id: 0, groups: ['root'], isLocal: true } as const;

/** Programs that sign people in, are installed, and may have no rules of their own: by the names of their services. */
async function programsWithoutRules(system: SystemPort): Promise<readonly string[]> {
  const folders = await Promise.all(PROGRAM_FOLDERS.map((folder) => system.listFolder(folder)));
  const names = new Set(folders.flatMap((folder) => (folder.ok ? folder.value : [])));
  return [...SIGN_IN, ...LOCKERS].filter((service) => (PROGRAMS[service] ?? [service]).some((name) => names.has(name)));
}

const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'gdm-password': ['gdm', 'gdm3'],
  kde: ['startplasma-x11', 'startplasma-wayland'],
};

async function opens(system: SystemPort, { of, load, people }: Question): Promise<Outcome<string | boolean | null>> {
  const stack = await load(system, of);
  if (!stack.ok) return stack;
  if (stack.value === null) return { ok: true, value: false };
  const { rules, path } = stack.value;
  const answers = people.map((person) => opensWithoutSecret(rules, person));
  return { ok: true, value: answers.includes(true) ? path : answers.includes(null) ? null : false };
}

/** What is surely open counts more than what is not known of others. */
async function findOpen(system: SystemPort, questions: readonly Question[]): Promise<Outcome<string | null>> {
  let failure: Outcome<never> | null = null;
  const names = await listServices(system);
  for (const question of questions) {
    // Most of them are on no computer: one look at the folders spares a hundred at files.
    if (question.load === loadOwn && names?.has(question.of) === false) continue;
    const answer = await opens(system, question);
    if (!answer.ok) failure ??= answer;
    else if (typeof answer.value === 'string') return { ok: true, value: answer.value };
    else if (answer.value === null) {
      const detail = `PAM, ${question.of}: a rule that may let someone in`;
      failure ??= { ok: false, reason: 'unexpected-output', detail };
    }
  }
  return failure ?? { ok: true, value: null };
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
  const sepermit = await readIfThere(system, SEPERMIT_FILE);
  const isInSepermit = !sepermit.ok || /^\s*[^#\s]/m.test(sepermit.value ?? '');
  const personIn = (more: readonly string[]): Outcome<Person> => ({
    ok: true,
    value: {
      name,
      id: userId,
      groups: [...listed, ...more],
      isLocal: accounts.value.some(([user]) => user === name),
      askedBy: 'root',
      isInSepermit,
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
