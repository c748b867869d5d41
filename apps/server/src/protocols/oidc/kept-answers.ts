import type { ServerContext } from '../../context/server-context.ts';
import { consumeOidcRecord, findOidcRecord, keepOidcRecord } from '../../repositories/oidc-records.ts';

/** Stands with the records of the library, under the id of the grant. */
const MODEL = 'Answer';
/** As long as a code lives. */
export const ANSWER_LIFE_S = 60;

const keyOf = ({ company }: ServerContext, grantId: string) => ({ companyId: company.id, model: MODEL, id: grantId });

/**
 * Keeps what is to be answered for one permit.
 * @param location where the browser is sent with the code; null: no code was made yet
 */
export async function keepAnswer(context: ServerContext, grantId: string, location: string | null): Promise<void> {
  await keepOidcRecord(context.database, {
    ...keyOf(context, grantId),
    payload: { location },
    grantId: null,
    uid: null,
    userCode: null,
    expiresAt: new Date(context.now().getTime() + ANSWER_LIFE_S * 1000),
  });
}

/**
 * What is answered for a permit: a code is made for it once. Where that answer was lost on its way, it is given again, as long
 * as no one has used its code.
 * @returns null: nothing any more
 */
export async function takeAnswer(
  context: ServerContext,
  grantId: string,
): Promise<{ readonly kind: 'make' } | { readonly kind: 'again'; readonly location: string } | null> {
  const { database, company, now } = context;
  const key = keyOf(context, grantId);
  const kept = await findOidcRecord(database, key, now());
  if (kept === null) return null;
  if (await consumeOidcRecord(database, key, now())) return { kind: 'make' };
  const { location } = kept.payload;
  if (typeof location !== 'string') return null;
  const code = await findOidcRecord(
    database,
    { companyId: company.id, model: 'AuthorizationCode', id: codeIn(location) },
    now(),
  );
  return code !== null && code.consumedAt === null ? { kind: 'again', location } : null;
}

/** In the query, or, where the application wants it there, in the fragment. */
function codeIn(location: string): string {
  const { searchParams, hash } = new URL(location);
  return searchParams.get('code') ?? new URLSearchParams(hash.slice(1)).get('code') ?? '';
}
