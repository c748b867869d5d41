import { commandLine } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import type { Person } from '../../../repositories/people.ts';
import { findNeverSignedUp, lockNeverSignedUp } from '../../../repositories/people-in-bulk.ts';
import { withdrawInvitations } from '../../../repositories/invitations.ts';
import { findUpstreams, issuerOf, lockUpstreamOf, type UpstreamRow } from '../../../repositories/upstreams.ts';
import { auditAll } from '../../audit/audit.ts';
import { type Acting, whoIs } from '../../audit/acting.ts';
import type { CsvProblem } from './csv.ts';
import type { PersonInFile } from './read-people-file.ts';

/** How many go into one statement. */
const IDS_AT_ONCE = 500;

/** The identity provider that the subjects of a file are of; null: there are none in it. */
export async function findUpstreamOfFile(
  { context: { database, company } }: Acting,
  file: readonly PersonInFile[],
  upstreamId: string | undefined,
): Promise<{ readonly upstream: UpstreamRow | null } | { readonly problem: CsvProblem }> {
  const first = file.find(({ subject }) => subject !== undefined);
  if (first === undefined) return { upstream: null };
  const all = await findUpstreams(database, company.id);
  const [only, ...others] = upstreamId === undefined ? all : all.filter(({ id }) => id === upstreamId);
  if (only !== undefined && others.length === 0) return { upstream: only };
  const names = all.map(({ name }) => name).join(', ');
  const message =
    only === undefined
      ? 'subject is given, and there is no identity provider that it could be of: vestibule connect --help'
      : `subject is given, and there are several identity providers (${names}): say which, --identity-provider NAME`;
  return { problem: { line: first.line, column: 1, message } };
}

/**
 * Lines whose subject cannot be given: it is another person's, or the account was used, has a role, is blocked or linked.
 * Those are linked one by one, which says what ends by it.
 */
export async function findUnlinkable(
  { context: { database, company } }: Acting,
  upstream: UpstreamRow | null,
  file: readonly PersonInFile[],
  known: ReadonlyMap<string, Person>,
): Promise<CsvProblem[]> {
  if (upstream === null) return [];
  const unused = await findNeverSignedUp(database, company.id);
  const owners = new Map(
    [...known.values()].flatMap((person) =>
      person.upstreamId === upstream.id && person.upstreamSubject !== null
        ? [[person.upstreamSubject, person.login] as const]
        : [],
    ),
  );
  return file.flatMap(({ line, login, subject }) => {
    if (subject === undefined) return [];
    const owner = owners.get(subject);
    if (owner === login) return [];
    if (owner !== undefined) return [{ line, column: 1, message: `subject ${subject} is that of ${owner} already.` }];
    if (!known.has(login) || unused.has(login)) return [];
    const options = ['--identity-provider', upstream.name, '--subject', subject];
    const link = commandLine({ command: ['person', 'link'], names: [login], options });
    const message = `subject: ${login} was here before, has a role, is blocked or is linked already, so that a file does not link them. Do it by itself: ${link}`;
    return [{ line, column: 1, message }];
  });
}

/** Someone of a file who is linked by it. */
export interface LinkedByFile {
  readonly personId: string;
  readonly login: string;
  readonly subject: string;
  readonly isNew: boolean;
}

/**
 * What belongs to linking: an invitation would be another way in, and each link has an entry of its own.
 * @returns false: the provider was changed, or one of them was used, meanwhile
 */
export async function linkByFile(
  { context, origin, administrator }: Acting,
  transaction: Database,
  upstream: UpstreamRow,
  linked: readonly LinkedByFile[],
): Promise<boolean> {
  const { company } = context;
  const issuer = issuerOf(upstream) ?? '';
  if ((await lockUpstreamOf(transaction, company.id, upstream.id, issuer)) === null) return false;
  const there = linked.flatMap(({ personId, isNew }) => (isNew ? [] : [personId]));
  for (let from = 0; from < there.length; from += IDS_AT_ONCE) {
    const some = there.slice(from, from + IDS_AT_ONCE);
    if ((await lockNeverSignedUp(transaction, company.id, some)).length !== some.length) return false;
    if (upstream.isEnabled) await withdrawInvitations(transaction, company.id, ...some);
  }
  const events = linked.map(({ personId, login, subject }) => ({
    action: 'upstream-link' as const,
    outcome: 'done' as const,
    actor: whoIs(administrator),
    target: { id: personId, login },
    details: { personId, upstreamId: upstream.id, provider: upstream.name, subject, by: 'import' },
  }));
  for (let from = 0; from < events.length; from += IDS_AT_ONCE) {
    await auditAll(context, origin, events.slice(from, from + IDS_AT_ONCE), transaction);
  }
  return true;
}
