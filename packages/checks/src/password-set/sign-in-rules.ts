import { opensWithoutSecret } from '../linux/pam/open.ts';
import type { Person } from '../linux/pam/person.ts';
import { listServices, loadOwn, loadStack, type Stack } from '../linux/pam/stack.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

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

const ROOT = { name: 'root', id: 0, groups: ['root'], isLocal: true } as const;
const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'gdm-password': ['gdm', 'gdm3'],
  kde: ['startplasma-x11', 'startplasma-wayland'],
};
/** What these say hangs on who is to be let in; everything else says the same of everyone. */
const ABOUT_PEOPLE = ['succeed_if', 'localuser', 'ftp', 'wheel'];

/** Whether the rules of a service let these people in. */
export interface Question {
  readonly of: string;
  readonly load: (system: SystemPort, service: string) => Promise<Outcome<Stack | null>>;
  readonly people: readonly Person[];
}

export interface Answer {
  readonly person: Person;
  /** null where it hangs on what is not known. */
  readonly isOpen: boolean | null;
  /** The file that the service is told by. */
  readonly path: string;
}

/** Every service by which these people sign in, open the screen again, or are become by others. */
export async function listQuestions(
  system: SystemPort,
  people: readonly Person[],
): Promise<Outcome<readonly Question[]>> {
  const as = (askedBy: Person['askedBy']) => people.map((person) => ({ ...person, askedBy }));
  const [locked, others, [first]] = [as('person'), as('stranger'), people];
  const rest = await answer(system, { of: 'other', load: loadOwn, people });
  if (!rest.ok) return rest;
  // Who has no file takes those rules: whether such a program is there is asked only where it matters.
  const more = rest.value.every(({ isOpen }) => isOpen === false) ? [] : await programsWithoutRules(system);
  const root = first === undefined ? [] : [{ ...first, ...ROOT, askedBy: 'stranger' as const }];
  return {
    ok: true,
    value: [
      ...SHARED.map((of) => ({ of, load: loadOwn, people })),
      { of: CONSOLE, load: loadStack, people },
      ...SIGN_IN.map((of) => ({ of, load: loadOwn, people })),
      ...LOCKERS.map((of) => ({ of, load: loadOwn, people: locked })),
      ...more.map((of) => ({ of, load: loadStack, people })),
      ...BECOMES.map((of) => ({ of, load: loadStack, people: [...others, ...root] })),
    ],
  };
}

/** What locks the screen: the first is a program’s own service, which takes the rules of the rest where it has none. */
export function lockerQuestions(
  [service = '', ...more]: readonly string[],
  people: readonly Person[],
): readonly Question[] {
  return [
    ...SHARED.map((of) => ({ of, load: loadOwn, people })),
    { of: service, load: loadStack, people },
    ...more.map((of) => ({ of, load: loadOwn, people })),
  ];
}

/** Most of them are on no computer: one look at the folders spares a hundred at files. */
export async function leaveOutAbsent(system: SystemPort, questions: readonly Question[]): Promise<readonly Question[]> {
  const names = await listServices(system);
  return questions.filter(({ of, load }) => load !== loadOwn || names?.has(of) !== false);
}

/** What the rules of a service say of each; nothing where it has none. */
export async function answer(system: SystemPort, { of, load, people }: Question): Promise<Outcome<readonly Answer[]>> {
  const stack = await load(system, of);
  if (!stack.ok) return stack;
  if (stack.value === null) return { ok: true, value: [] };
  const { rules, path } = stack.value;
  const isAboutPeople = rules.some(({ module }) => ABOUT_PEOPLE.includes(module));
  const said = new Map<string, boolean | null>();
  const answers = people.map((person) => {
    const alike = isAboutPeople ? JSON.stringify(person) : person.askedBy;
    const isOpen = said.has(alike) ? (said.get(alike) ?? null) : opensWithoutSecret(rules, person);
    said.set(alike, isOpen);
    return { person, isOpen, path };
  });
  return { ok: true, value: answers };
}

/** Programs that sign people in, are installed, and may have no rules of their own: by the names of their services. */
async function programsWithoutRules(system: SystemPort): Promise<readonly string[]> {
  const folders = await Promise.all(PROGRAM_FOLDERS.map((folder) => system.listFolder(folder)));
  const names = new Set(folders.flatMap((folder) => (folder.ok ? folder.value : [])));
  return [...SIGN_IN, ...LOCKERS].filter((service) => (PROGRAMS[service] ?? [service]).some((name) => names.has(name)));
}
