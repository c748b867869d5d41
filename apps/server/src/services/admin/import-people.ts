import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { findAllPeople } from '../../repositories/admin-people.ts';
import { createPerson, findPersonByLogin, type Person, updatePerson } from '../../repositories/people.ts';
import { invitePerson } from '../identity/invitations.ts';
import { NO_LOCAL_SIGN_IN } from '../identity/local-sign-in.ts';
import { mailInvitation, openMailServer } from '../mail-out.ts';
import { isRefusal, type Refusal, refuse } from '../server-context.ts';
import { type Acting, carryOut, changesBetween } from './acting.ts';
import type { CsvProblem } from './csv.ts';
import { judgeExemptLogin } from './exempt-login.ts';
import { findTakenEmails, findUntouchable } from './import-problems.ts';
import { type Accepted, answerToStopped, measureGroups } from './newly-stopped.ts';
import type { Mailing } from './people-credentials.ts';
import { type PersonInFile, readPeopleFile } from './read-people-file.ts';

export interface Imported {
  readonly isDryRun: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly people: {
    line: number;
    login: string;
    what: 'added' | 'changed';
    changes: Change[];
    link: string | null;
    isMailed: boolean;
  }[];
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
  {
    csv,
    isInviting,
    acceptBlocking,
    ...mailing
  }: { readonly csv: string; readonly isInviting: boolean } & Accepted & Mailing,
): Promise<Imported | { readonly problems: readonly CsvProblem[] } | Refusal<'too_many_blocked'>> {
  const { context, isDryRun } = acting;
  const read = readPeopleFile(csv);
  if (!read.ok) return { problems: read.problems };
  const known = await findAllPeople(context.database, context.company.id);
  const untaken = [...findTakenEmails(read.people, known), ...(await findUntouchable(acting, read.people, known))];
  if (untaken.length > 0) return { problems: untaken.toSorted((left, right) => left.line - right.line) };
  const steps = read.people.map((person) => stepFor(person, known.get(person.login)));
  const written = steps.filter((step) => step.what !== 'unchanged');
  const exempt = await judgeExempt(acting, written);
  if (exempt.problems.length > 0) return { problems: exempt.problems };
  const stopped = await measureGroups(context, groupsAfter(written));
  const { refusal, notes } = answerToStopped(acting, stopped, acceptBlocking);
  if (refusal !== null) return refusal;
  let meanwhile: CsvProblem | null = null;
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
      // Two files with the same people in another order would wait for each other on end.
      await lockCompany(transaction, context.company.id);
      const [taken] = findTakenEmails(read.people, await findAllPeople(transaction, context.company.id));
      meanwhile = taken ?? null;
      if (taken !== undefined) return refuse('already_there', taken.message);
      for (const step of written) {
        const isWritten = await take(transaction, context.company.id, step, context.now());
        if (isWritten) continue;
        const message = `login ${step.login} was added by somebody else meanwhile.`;
        meanwhile = { line: step.line, column: 1, message };
        return refuse('already_there', message);
      }
      return null;
    },
  );
  if (isRefusal(outcome)) return { problems: [meanwhile ?? { line: 1, column: 1, message: outcome.message }] };
  const invited = isInviting && !isDryRun ? await inviteAdded(acting, written, mailing) : NOBODY;
  return {
    isDryRun,
    added: written.filter(({ what }) => what === 'added').length,
    changed: written.filter(({ what }) => what === 'changed').length,
    unchanged: steps.length - written.length,
    people: written.map((step) => ({
      line: step.line,
      login: step.login,
      what: step.what,
      changes: step.what === 'changed' ? changesBetween(fieldsOf(step.known, step.changes), { ...step.changes }) : [],
      link: invited.links.get(step.login) ?? null,
      isMailed: invited.mailed.has(step.login),
    })),
    warnings: [
      ...exempt.warnings,
      ...notes,
      ...(invited.links.size > 0 ? ['The links are good for seven days, and are shown this once.'] : []),
      ...invited.warnings,
    ],
  };
}

/** Whoever is new under a login that the policy exempts is exempt. */
async function judgeExempt(
  acting: Acting,
  steps: readonly Step[],
): Promise<{ readonly problems: readonly CsvProblem[]; readonly warnings: readonly string[] }> {
  const judged = await Promise.all(
    steps
      .filter(({ what }) => what === 'added')
      .map(async ({ line, login }) => ({ line, ...(await judgeExemptLogin(acting, login)) })),
  );
  return {
    problems: judged.flatMap(({ line, refusal }) =>
      refusal === null ? [] : [{ line, column: 1, message: refusal.message }],
    ),
    warnings: judged.flatMap(({ warnings }) => warnings),
  };
}

function groupsAfter(steps: readonly Step[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    steps.flatMap((step) =>
      step.what === 'changed' && step.changes.groups !== undefined ? [[step.known.id, step.changes.groups]] : [],
    ),
  );
}

interface Invited {
  /** By login. */
  readonly links: ReadonlyMap<string, string>;
  /** Logins of those to whom theirs was mailed. */
  readonly mailed: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

const NOBODY: Invited = { links: new Map(), mailed: new Set(), warnings: [] };
/** Whoever waits for an import waits for its mails too: later ones are left. */
const MAILING_MS = 120_000;

/** Invites everybody who is new. Once the mail server takes no mails, the others are not tried: their links are shown. */
async function inviteAdded(acting: Acting, steps: readonly Step[], { isMailing, language }: Mailing): Promise<Invited> {
  const { context, origin, administrator } = acting;
  const actor = administrator.name;
  if (!context.configuration.isLocalSignInEnabled) return { ...NOBODY, warnings: [NO_LOCAL_SIGN_IN] };
  const server = isMailing ? await openMailServer(context) : null;
  const links = new Map<string, string>();
  const mailed = new Set<string>();
  const begun = performance.now();
  let stop: string[] | null = null;
  for (const { what, login } of steps) {
    if (what !== 'added') continue;
    const person = await findPersonByLogin(context.database, context.company.id, login);
    if (person === null) continue;
    const { url: link, expiresAt } = await invitePerson(context, origin, person, actor);
    links.set(login, link);
    if (server === null || stop !== null) continue;
    if (performance.now() - begun > MAILING_MS) {
      stop = ['There was no time to mail them all.'];
      continue;
    }
    const problem = await mailInvitation(context, origin, server, { person, link, expiresAt, language, actor });
    if (problem === null) mailed.add(login);
    else if (problem.code !== 'address') stop = [problem.sentence, problem.next];
  }
  const left = server === null ? 0 : links.size - mailed.size;
  const warnings = left === 0 ? [] : [`${left} of ${links.size} links were not mailed: hand them over yourself.`];
  return { links, mailed, warnings: [...warnings, ...(stop ?? [])] };
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
