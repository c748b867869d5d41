import { type ADMIN_CALLS, PAGE_STANDARD } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findAuditPage } from '../../repositories/audit-log.ts';
import { type Refusal, refuse } from '../server-context.ts';
import { type Acting, NO_COMPANY_ID } from './acting.ts';

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
  const entries = await findAuditPage(
    context.database,
    isOfInstallation ? NO_COMPANY_ID : context.company.id,
    {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
      actor,
      target,
      action,
      outcome,
      correlationId,
      isWithReads: query.isWithReads === 'true',
    },
    { before, limit: limit + 1 },
  );
  const page = entries.slice(0, limit);
  return {
    entries: page.map(({ companyId: _companyId, id, at, ...entry }) => ({
      ...entry,
      id: String(id),
      at: at.toISOString(),
    })),
    next: entries.length > limit ? String(page.at(-1)?.id ?? '') : null,
  };
}

function readCursor(text: string): number | Refusal<'request_malformed'> {
  return /^\d{1,15}$/.test(text)
    ? Number(text)
    : refuse('request_malformed', 'query.after: is not what the page before gave.');
}
