import { say } from '@vestibule/contracts';
import { isScratch } from '../linux/systemd.ts';
import type { Person } from '../linux/pam/person.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readIfThere } from '../linux/if-there.ts';
import { answer, leaveOutAbsent, listQuestions, lockerQuestions, type Question } from './sign-in-rules.ts';

/** Whose members the display managers and lock screens of most distributions let in without their password (PAM). */
export const NO_PASSWORD_GROUP = 'nopasswdlogin';
const GROUP_FILE = '/etc/group';
const SEPERMIT_FILE = '/etc/security/sepermit.conf';

export const NO_PASSWORD_PLACES: readonly string[] = [GROUP_FILE, '/etc/pam.d'];

/**
 * What lets this person in although they have a password.
 * @returns the file that says so; null when none does
 */
export async function findNoPasswordLogin(system: SystemPort): Promise<Outcome<string | null>> {
  const found = await readPerson(system);
  if (!found.ok) return found;
  const person = found.value;
  if (person.groups.includes(NO_PASSWORD_GROUP)) return { ok: true, value: `${GROUP_FILE} (${NO_PASSWORD_GROUP})` };
  const questions = await listQuestions(system, [person]);
  return questions.ok ? findOpen(system, questions.value) : questions;
}

/**
 * What has a program that locks the screen open it without a password.
 * @param services under which its rules stand; those of `other` count for the first where it has none
 * @returns the file that says so; null when none does
 */
export async function findOpenRules(
  system: SystemPort,
  services: readonly string[],
  askedBy: Person['askedBy'] = 'person',
): Promise<Outcome<string | null>> {
  const person = await readPerson(system);
  if (!person.ok) return person;
  return findOpen(system, lockerQuestions(services, [{ ...person.value, askedBy }]));
}

/** What is surely open counts more than what is not known of others. */
async function findOpen(system: SystemPort, questions: readonly Question[]): Promise<Outcome<string | null>> {
  let failure: Outcome<never> | null = null;
  for (const question of await leaveOutAbsent(system, questions)) {
    const told = await answer(system, question);
    if (!told.ok) {
      failure ??= told;
      continue;
    }
    const open = told.value.find(({ isOpen }) => isOpen === true);
    if (open !== undefined) return { ok: true, value: open.path };
    if (told.value.some(({ isOpen }) => isOpen === null)) failure ??= notKnown(question.of);
  }
  return failure ?? { ok: true, value: null };
}

/** A service whose rules are not understood. */
export function notKnown(name: string): Outcome<never> {
  const of =
    name === NO_PASSWORD_GROUP
      ? say('Members of the group {name} may be let in without a password.', { name })
      : say('The sign-in rules of {name} may let people in without a password.', { name });
  return { ok: false, reason: 'unexpected-output', detail: of };
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
  const isInSepermit = await readSepermit(system);
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

/** Whether SELinux' list may name anyone who needs no password. */
export async function readSepermit(system: SystemPort): Promise<boolean> {
  const sepermit = await readIfThere(system, SEPERMIT_FILE);
  return !sepermit.ok || /^\s*[^#\s]/m.test(sepermit.value ?? '');
}
