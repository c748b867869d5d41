import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../database/database.ts';
import { findAllPeople } from '../../repositories/admin-people.ts';
import { createPerson, findPersonByLogin, type Person, updatePerson } from '../../repositories/people.ts';
import { invitePerson } from '../identity/invitations.ts';
import { isRefusal, refuse } from '../server-context.ts';
import { type Acting, carryOut } from './acting.ts';
import type { CsvProblem } from './csv.ts';
import { type PersonInFile, readPeopleFile } from './read-people-file.ts';

export interface Imported {
  readonly isDryRun: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly people: { line: number; login: string; what: 'added' | 'changed'; link: string | null }[];
  readonly warnings: string[];
}

type Step = { readonly line: number; readonly login: string } & (
  | { readonly what: 'added'; readonly person: PersonInFile }
  | { readonly what: 'changed'; readonly known: Person; readonly changes: PersonFields }
  | { readonly what: 'unchanged' }
);

type PersonFields = Partial<Pick<Person, 'displayName' | 'email' | 'type' | 'groups'>>;

/**
 * Adds and changes people as a file says; nobody is removed or blocked. All or nothing: with one problem in the file
 * nothing is written.
 */
export async function importPeople(
  acting: Acting,
  { csv, isInviting }: { readonly csv: string; readonly isInviting: boolean },
): Promise<Imported | { readonly problems: readonly CsvProblem[] }> {
  const { context, isDryRun } = acting;
  const read = readPeopleFile(csv);
  if (!read.ok) return { problems: read.problems };
  const known = await findAllPeople(context.database, context.company.id);
  const steps = read.people.map((person) => stepFor(person, known.get(person.login)));
  const written = steps.filter((step) => step.what !== 'unchanged');
  const outcome = await carryOut(
    acting,
    {
      action: 'people-import',
      target: context.company.name,
      changes: written.map(({ login, ...step }) => ({
        field: login,
        from: step.what === 'changed' ? fieldsOf(step.known, step.changes) : null,
        to: step.what === 'changed' ? step.changes : 'added',
      })),
      details: { isInviting },
    },
    async (transaction) => {
      for (const step of written) {
        const isTaken = await take(transaction, context.company.id, step, context.now());
        if (!isTaken) return refuse('already_there', step.login);
      }
      return null;
    },
  );
  if (isRefusal(outcome)) {
    const line = steps.find(({ login }) => login === outcome.message)?.line ?? 1;
    return {
      problems: [{ line, column: 1, message: `login ${outcome.message} was added by somebody else meanwhile.` }],
    };
  }
  const links = isInviting && !isDryRun ? await inviteAdded(acting, written) : new Map<string, string>();
  return {
    isDryRun,
    added: written.filter(({ what }) => what === 'added').length,
    changed: written.filter(({ what }) => what === 'changed').length,
    unchanged: steps.length - written.length,
    people: written.map(({ line, login, what }) => ({ line, login, what, link: links.get(login) ?? null })),
    warnings: links.size > 0 ? ['The links are good for seven days, and are shown this once.'] : [],
  };
}

/** @returns the links, by login */
async function inviteAdded(
  { context, origin, administrator }: Acting,
  steps: readonly Step[],
): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const { what, login } of steps) {
    if (what !== 'added') continue;
    const person = await findPersonByLogin(context.database, context.company.id, login);
    if (person === null) continue;
    links.set(login, (await invitePerson(context, origin, person, administrator.name)).url);
  }
  return links;
}

function stepFor(person: PersonInFile, known: Person | undefined): Step {
  const { line, login, displayName, email, type, groups } = person;
  if (known === undefined) return { line, login, what: 'added', person };
  const wanted = { displayName, email, type, groups };
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, known[field as keyof typeof wanted]),
  );
  return differing.length === 0
    ? { line, login, what: 'unchanged' }
    : { line, login, what: 'changed', known, changes: Object.fromEntries(differing) };
}

function fieldsOf(person: Person, changes: PersonFields): Record<string, unknown> {
  return Object.fromEntries(Object.keys(changes).map((field) => [field, person[field as keyof PersonFields]]));
}

/** @returns false when somebody else took the login meanwhile */
async function take(
  transaction: Database,
  companyId: string,
  step: Exclude<Step, { what: 'unchanged' }>,
  createdAt: Date,
): Promise<boolean> {
  if (step.what === 'changed') {
    await updatePerson(transaction, step.known, step.changes);
    return true;
  }
  const { line: _, type = 'employee', groups = [], ...person } = step.person;
  const values = { companyId, id: randomUUID(), ...person, type, groups: [...groups], createdAt };
  return (await createPerson(transaction, values)) !== null;
}
