import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import { lockCompany, takeImportTurn } from '../../../repositories/company-lock.ts';
import { findAllPeople } from '../../../repositories/admin-people.ts';
import type { Person } from '../../../repositories/people.ts';
import { createPeople, updatePeople } from '../../../repositories/people-in-bulk.ts';
import type { UpstreamRow } from '../../../repositories/upstreams.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../../audit/acting.ts';
import type { CsvProblem } from './csv.ts';
import { judgeGroups } from '../../policy/exempt-groups.ts';
import { type ExemptLogin, judgeExemptLogin } from '../../policy/exempt-login.ts';
import { findTakenEmails, findUntouchable } from './import-problems.ts';
import { findUnlinkable, findUpstreamOfFile, linkByFile, type LinkedByFile } from './import-subjects.ts';
import { findInvitees, type Invited, type Invitees, inviteImported } from './invite-imported.ts';
import { type Accepted, answerToStopped, measureGroups } from '../../policy/impact/newly-stopped.ts';
import { warnOfNoWayInOfFile } from '../administrators/no-way-in.ts';
import { noteOnNewcomers } from '../../policy/impact/note-on-groups.ts';
import type { Mailing } from '../people-credentials.ts';
import { type PersonInFile, readPeopleFile } from './read-people-file.ts';

export interface Imported {
  readonly isDryRun: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly people: {
    line: number;
    login: string;
    what: Step['what'];
    changes: Change[];
    isInvited: boolean;
    link: string | null;
    isMailed: boolean;
  }[];
  readonly warnings: string[];
}

type Step = { readonly line: number; readonly login: string } & (
  | { readonly what: 'added'; readonly id: string; readonly person: PersonInFile }
  | { readonly what: 'changed'; readonly known: Person; readonly changes: FileFields }
  | { readonly what: 'unchanged' }
);

/** What a file says of someone who is there. */
type FileFields = Partial<Pick<Person, 'displayName' | 'email' | 'type' | 'groups'> & { readonly subject: string }>;

const NOBODY: Invited & Invitees = { logins: new Set(), links: new Map(), mailed: new Set(), warnings: [] };

/** A file of people, and what its sender has accepted. */
interface PeopleFile extends Accepted, Mailing {
  readonly csv: string;
  readonly isInviting: boolean;
  /** Whose the subjects of the file are; undefined: there is one identity provider, or no subject. */
  readonly upstreamId?: string | undefined;
}

type ImportAnswer = Imported | { readonly problems: readonly CsvProblem[] };

/** Companies whose file this server works on. Others wait for a file: a row of them would keep everyone waiting. */
const atWork = new Set<string>();

/**
 * Adds and changes people as a file says; no one is removed or blocked. All or nothing: with one problem in the file
 * nothing is written. Invitations come after that, in portions. One file of a company is worked on at a time.
 */
export async function importPeople(
  acting: Acting,
  file: PeopleFile,
): Promise<ImportAnswer | Refusal<'too_many_blocked' | 'not_possible'>> {
  const { id } = acting.context.company;
  if (atWork.has(id)) return refuseSecondFile();
  atWork.add(id);
  return workOn(acting, file).finally(() => atWork.delete(id));
}

function refuseSecondFile(): Refusal<'not_possible'> {
  return refuse('not_possible', 'Another file of people is being worked on. Send this one once that has ended.');
}

async function workOn(
  acting: Acting,
  { csv, isInviting, upstreamId, acceptBlocking, ...mailing }: PeopleFile,
): Promise<ImportAnswer | Refusal<'too_many_blocked' | 'not_possible'>> {
  const { context, isDryRun } = acting;
  const read = readPeopleFile(csv);
  if (!read.ok) return { problems: read.problems };
  const known = await findAllPeople(context.database, context.company.id);
  const ofFile = await findUpstreamOfFile(acting, read.people, upstreamId);
  if ('problem' in ofFile) return { problems: [ofFile.problem] };
  const { upstream } = ofFile;
  const untaken = [
    ...findTakenEmails(read.people, known),
    ...(await findUntouchable(acting, read.people, known)),
    ...(await findUnlinkable(acting, upstream, read.people, known)),
  ];
  if (untaken.length > 0) return { problems: untaken.toSorted((left, right) => left.line - right.line) };
  const steps = read.people.map((person) => stepFor(person, known.get(person.login)));
  const written = steps.filter((step) => step.what !== 'unchanged');
  const exempt = await judgeExempt(acting, written);
  if (exempt.problems.length > 0) return { problems: exempt.problems };
  const stopped = await measureGroups(context, groupsAfter(written));
  const { refusal, notes } = answerToStopped(acting, stopped, acceptBlocking);
  if (refusal !== null) return refusal;
  const newcomers = noteOnNewcomers(
    context,
    steps.flatMap((step) => (step.what === 'added' ? (step.person.groups ?? []) : [])),
  );
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
      people: new Map(written.flatMap(idsOf)),
      details: { isInviting, ...(upstream === null ? {} : { identityProvider: upstream.name }) },
    },
    async (transaction) => {
      // Two files with the same people in another order would wait for each other on end.
      await lockCompany(transaction, context.company.id);
      const now = await findAllPeople(transaction, context.company.id);
      const inside = { ...acting, context: { ...context, database: transaction } };
      const [taken] = [
        ...findTakenEmails(read.people, now),
        ...(await findUnlinkable(inside, upstream, read.people, now)),
      ];
      meanwhile = taken ?? null;
      if (taken !== undefined) return refuse('already_there', taken.message);
      if (upstream !== null && !(await linkByFile(acting, transaction, upstream, linkedBy(written)))) {
        const message = 'An account, or the identity provider, was changed meanwhile. Run the command again.';
        meanwhile = { line: 1, column: 1, message };
        return refuse('already_there', message);
      }
      const takenLogin = await write(transaction, context, upstream, written);
      if (takenLogin !== null) {
        const message = `login ${takenLogin} was just added by a colleague.`;
        const line = written.find(({ login }) => login === takenLogin)?.line ?? 1;
        meanwhile = { line, column: 1, message };
        return refuse('already_there', message);
      }
      return null;
    },
    // Another server may be at work on a file.
    async (transaction) => ((await takeImportTurn(transaction, context.company.id)) ? null : refuseSecondFile()),
  );
  if (isRefusal(outcome)) {
    const problem: CsvProblem | null = meanwhile;
    // No fault of the file: who sent it was signed out meanwhile, or may do less by now.
    return problem === null ? (outcome as Refusal<never>) : { problems: [problem] };
  }
  const linked = new Set(linkedBy(written).map(({ login }) => login));
  const file = steps
    .filter(({ login }) => !linked.has(login))
    .map(({ login, what }) => ({ login, isNew: what === 'added' }));
  const invitees = isInviting ? await findInvitees(acting, file) : NOBODY;
  const invited = isDryRun ? NOBODY : await inviteImported(acting, invitees, mailing);
  const isBlocked = (login: string) => (known.get(login)?.disabledAt ?? null) !== null;
  const shut = await warnOfNoWayInOfFile(
    context,
    read.people
      .filter(({ login }) => !isBlocked(login))
      .map(({ login, email }) => ({
        login,
        email,
        upstreamId: linked.has(login) ? (upstream?.id ?? null) : null,
        isInvited: isDryRun ? invitees.logins.has(login) : invited.links.has(login),
      })),
  );
  return {
    isDryRun,
    added: countOf('added', steps),
    changed: countOf('changed', steps),
    unchanged: countOf('unchanged', steps),
    people: steps
      .filter(({ what, login }) => what !== 'unchanged' || invitees.logins.has(login))
      .map((step) => ({
        line: step.line,
        login: step.login,
        what: step.what,
        changes: step.what === 'changed' ? changesBetween(fieldsOf(step.known, step.changes), { ...step.changes }) : [],
        isInvited: isDryRun ? invitees.logins.has(step.login) : invited.links.has(step.login),
        link: invited.links.get(step.login) ?? null,
        isMailed: invited.mailed.has(step.login),
      })),
    warnings: [...exempt.warnings, ...notes, ...newcomers, ...invitees.warnings, ...invited.warnings, ...shut],
  };
}

function idsOf(step: Step): (readonly [string, string])[] {
  if (step.what === 'unchanged') return [];
  return [[step.login, step.what === 'added' ? step.id : step.known.id]];
}

function countOf(what: Step['what'], steps: readonly Step[]): number {
  return steps.filter((step) => step.what === what).length;
}

/** Anyone who is new under a login that the policy exempts is exempt. */
async function judgeExempt(
  acting: Acting,
  steps: readonly Step[],
): Promise<{ readonly problems: readonly CsvProblem[]; readonly warnings: readonly string[] }> {
  const judged = await Promise.all(
    steps.map(async (step) => {
      const { line, login } = step;
      const { refusal, warnings } = step.what === 'added' ? await judgeExemptLogin(acting, login) : NOT_EXEMPT;
      return { line, refusal: refusal ?? (await judgeGroups(acting, ...groupsOf(step))), warnings };
    }),
  );
  return {
    problems: judged.flatMap(({ line, refusal }) =>
      refusal === null ? [] : [{ line, column: 1, message: refusal.message }],
    ),
    warnings: judged.flatMap(({ warnings }) => warnings),
  };
}

const NOT_EXEMPT: ExemptLogin = { refusal: null, warnings: [] };

/** Groups of a person before a step and after it; undefined: they stay as they are. */
function groupsOf(step: Step): readonly [before: readonly string[], after: readonly string[] | undefined] {
  if (step.what === 'changed') return [step.known.groups, step.changes.groups];
  return [[], step.what === 'added' ? step.person.groups : undefined];
}

function groupsAfter(steps: readonly Step[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    steps.flatMap((step) =>
      step.what === 'changed' && step.changes.groups !== undefined ? [[step.known.id, step.changes.groups]] : [],
    ),
  );
}

function stepFor(person: PersonInFile, known: Person | undefined): Step {
  const { line, login, displayName, email, type, groups, subject } = person;
  if (known === undefined) return { line, login, what: 'added', id: randomUUID(), person };
  const wanted = { displayName, email, type, groups, subject };
  const before = asInFile(known);
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof typeof wanted]),
  );
  return differing.length === 0
    ? { line, login, what: 'unchanged' }
    : { line, login, what: 'changed', known, changes: Object.fromEntries(differing) };
}

/** Who is linked by the file that was not before. */
function linkedBy(steps: readonly Step[]): LinkedByFile[] {
  return steps.flatMap((step) => {
    if (step.what === 'unchanged') return [];
    const isNew = step.what === 'added';
    const { subject } = isNew ? step.person : step.changes;
    return subject === undefined
      ? []
      : [{ personId: isNew ? step.id : step.known.id, login: step.login, subject, isNew }];
  });
}

function asInFile({ upstreamSubject, ...person }: Person) {
  return { ...person, subject: upstreamSubject };
}

function fieldsOf(person: Person, changes: FileFields): Record<string, unknown> {
  const before = asInFile(person);
  return Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof FileFields]]));
}

/** @returns a login that another person took meanwhile, or null */
async function write(
  transaction: Database,
  { company: { id: companyId }, now }: ServerContext,
  upstream: UpstreamRow | null,
  steps: readonly Step[],
): Promise<string | null> {
  const linkOf = (subject: string | undefined) =>
    subject === undefined || upstream === null ? {} : { upstreamId: upstream.id, upstreamSubject: subject };
  const changed = steps.flatMap((step) => {
    if (step.what !== 'changed') return [];
    const { subject, ...changes } = step.changes;
    return [{ id: step.known.id, changes: { ...changes, ...linkOf(subject) } }];
  });
  await updatePeople(transaction, companyId, changed);
  const createdAt = now();
  const added = steps.flatMap((step) => {
    if (step.what !== 'added') return [];
    const { line: _, type = 'employee', groups = [], subject, ...person } = step.person;
    return [{ companyId, id: step.id, ...person, ...linkOf(subject), type, groups: [...groups], createdAt }];
  });
  return createPeople(transaction, added);
}
