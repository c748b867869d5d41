import { type ADMIN_CALLS, PAGE_STANDARD } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { findPolicyVersions, findPolicyWithBefore, type StoredPolicy } from '../../repositories/policies.ts';

/** Every policy that was stored for the company, the newest first, a page at a time. */
export async function listPolicyVersions(
  { database, company }: ServerContext,
  { after, limit: wanted }: z.infer<typeof ADMIN_CALLS.adminPolicyVersions.query>,
) {
  const before = after === undefined ? undefined : readCursor(after);
  if (typeof before === 'object') return before;
  const limit = Number(wanted ?? PAGE_STANDARD);
  const found = await findPolicyVersions(database, company.id, { before, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    versions: page.map(describe),
    next: found.length > limit ? String(page.at(-1)?.id ?? '') : null,
  };
}

/** One of them, with its text and the text of the one before. */
export async function showPolicyVersion({ database, company }: ServerContext, id: string) {
  const [stored, before] = await findPolicyWithBefore(database, company.id, Number(id));
  if (stored === undefined) return refuse('not_found', 'There is no such version of the policy of this company.');
  return {
    ...describe(stored),
    text: stored.text,
    before: before === undefined ? null : { id: String(before.id), version: before.version, text: before.text },
  };
}

function describe({ id, version, source, createdAt, createdBy }: Omit<StoredPolicy, 'companyId' | 'text'>) {
  return { id: String(id), version, source, createdAt: createdAt.toISOString(), createdBy };
}

function readCursor(text: string): number | Refusal<'request_malformed'> {
  return /^\d{1,15}$/.test(text)
    ? Number(text)
    : refuse('request_malformed', 'query.after: is not what the page before gave.');
}
