import { type ADMIN_CALLS, PAGE_STANDARD } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findPeopleByIds } from '../../repositories/admin-people.ts';
import { findPeopleMeant } from '../../repositories/audit-about.ts';
import { findAuditPage } from '../../repositories/audit-log.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import type { Acting } from './acting.ts';
import { NO_COMPANY_ID } from '../../context/no-company.ts';

/** Audit entries of the company, or of the installation itself, a page at a time, the newest first. */
export async function searchAudit(
  { context, administrator }: Acting,
  query: z.infer<typeof ADMIN_CALLS.adminAudit.query>,
) {
  const { after, from, until, actor, target, action, outcome, correlationId } = query;
  const isOfInstallation = query.isOfInstallation === 'true';
  if (isOfInstallation && administrator.reach !== 'installation') {
    return refuse('role_missing', 'The log of the installation is read with the command line on the server itself.');
  }
  const before = after === undefined ? undefined : readCursor(after);
  if (typeof before === 'object') return before;
  const limit = Number(query.limit ?? PAGE_STANDARD);
  const { database, company } = context;
  const entries = await findAuditPage(
    database,
    isOfInstallation ? NO_COMPANY_ID : company.id,
    {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
      actor: await named(context, actor),
      target: await named(context, target),
      action,
      outcome,
      correlationId,
      isWithReads: query.isWithReads === 'true',
    },
    { before, limit: limit + 1 },
  );
  const page = entries.slice(0, limit);
  const loginOf = await createLogins(context, page);
  return {
    entries: page.map(({ companyId: _companyId, id, at, ...entry }) => ({
      ...entry,
      targetLogin: loginOf(entry.target),
      id: String(id),
      at: at.toISOString(),
    })),
    next: entries.length > limit ? String(page.at(-1)?.id ?? '') : null,
  };
}

/** A name that is searched for, with the people who are called so now. */
async function named({ database, company }: Acting['context'], text: string | undefined) {
  return text === undefined ? undefined : { text, meant: await findPeopleMeant(database, company.id, text) };
}

/** Some entries name whom they are about by id alone, which tells a reader nothing. */
async function createLogins(
  { database, company }: Acting['context'],
  entries: readonly { readonly target: string | null }[],
): Promise<(target: string | null) => string | null> {
  const ids = [...new Set(entries.flatMap(({ target }) => (target !== null && UUID.test(target) ? [target] : [])))];
  const people = ids.length === 0 ? [] : await findPeopleByIds(database, company.id, ids);
  return (target) => people.find(({ id }) => id === target)?.login ?? null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function readCursor(text: string): number | Refusal<'request_malformed'> {
  return /^\d{1,15}$/.test(text)
    ? Number(text)
    : refuse('request_malformed', 'query.after: is not what the page before gave.');
}
