import { say } from '@vestibule/contracts';
import { readIfThere } from '../linux/if-there.ts';
import type { Person } from '../linux/pam/person.ts';
import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { NO_PASSWORD_GROUP, notKnown, readSepermit } from './no-password-login.ts';
import { answer, leaveOutAbsent, listQuestions } from './sign-in-rules.ts';

/** An account of this computer's own list that can open a session. */
export interface SignInAccount {
  readonly name: string;
  readonly id: number;
  readonly isInPasswd: boolean;
  /** As this computer's own lists have them. */
  readonly groups: readonly string[];
}

const SWITCH = '/etc/nsswitch.conf';
/** Lists of this computer itself. */
const OWN_SOURCES = ['files', 'compat', 'systemd', 'extrausers', 'altfiles', 'db', ''];
/** A computer for work has a handful. */
const MOST = 200;

interface OpenByRules {
  readonly names: ReadonlySet<string>;
  /** Why it is not known of the rest. */
  readonly failure: Outcome<never> | null;
}

/** Accounts that the rules of PAM let in without a password, also where they have one. */
export async function findOpenByRules(system: SystemPort, accounts: readonly SignInAccount[]): Promise<OpenByRules> {
  const names = new Set<string>();
  let failure: Outcome<never> | null = null;
  const stop = (why: Outcome<never>): OpenByRules => ({ names, failure: failure ?? why });
  if (accounts.length > MOST) {
    return stop({
      ok: false,
      reason: 'not-supported',
      detail: say('There are {count} accounts, more than Workplace looks at.', { count: accounts.length }),
    });
  }
  const people = await readPeople(system, accounts);
  if (!people.ok) return stop(people);
  const questions = await listQuestions(system, people.value);
  if (!questions.ok) return stop(questions);
  const known = new Set(accounts.map(({ name }) => name));
  for (const question of await leaveOutAbsent(system, questions.value)) {
    const told = await answer(system, question);
    if (!told.ok) failure ??= told;
    for (const { person, isOpen } of told.ok ? told.value : []) {
      if (isOpen === true && known.has(person.name)) names.add(person.name);
      if (isOpen === null) failure ??= notKnown(question.of);
    }
  }
  const member = people.value.find(({ name, groups }) => groups.includes(NO_PASSWORD_GROUP) && !names.has(name));
  // The group is there for something that lets its members in; what that is, is not known here.
  if (member !== undefined) failure ??= notKnown(NO_PASSWORD_GROUP);
  return { names, failure };
}

/** Groups of a directory count as well, where this computer asks one. */
async function readPeople(system: SystemPort, accounts: readonly SignInAccount[]): Promise<Outcome<readonly Person[]>> {
  const asked = await readIfThere(system, SWITCH);
  if (!asked.ok) return asked;
  const lines = [...(asked.value ?? '').matchAll(/^\s*(?:group|initgroups)\s*:([^#\n]*)/gm)];
  const sources = lines.map(([, line = '']) => line).join(' ');
  const isOwn = sources
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .split(/\s+/)
    .every((source) => OWN_SOURCES.includes(source));
  const isInSepermit = await readSepermit(system);
  const people: Person[] = [];
  for (const { name, id, isInPasswd, groups } of accounts) {
    const more = isOwn || isScratch(system) ? groups : await askGroups(system, name);
    if (more === null)
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('The answer of {name} is not understood.', { name: 'id' }),
      };
    people.push({ name, id, groups: [...groups, ...more], isLocal: isInPasswd, askedBy: 'root', isInSepermit });
  }
  return { ok: true, value: people };
}

async function askGroups(system: SystemPort, name: string): Promise<readonly string[] | null> {
  const told = await system.run({ tool: 'id', arguments: ['-nG', '--', name], timeoutMs: 5000 });
  return told.ok && told.value.code === 0 ? told.value.stdout.split(/\s+/) : null;
}
