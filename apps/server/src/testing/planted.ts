import { randomUUID } from 'node:crypto';
import { COOKIES, HEADERS } from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import { authenticate, createCompanyToken, createToken, hashToken } from '../operations/crypto/tokens.ts';
import { people, roles, webSessions } from '../database/schema.ts';
import { createAccessToken } from '../repositories/access-tokens.ts';
import type { TestCompany } from './companies.ts';
import type { Guise } from './contract-call.ts';

export interface Planted {
  readonly sessionId: string;
  readonly personId: string;
  /** As the person's browser would send it, XSRF header and all. */
  readonly browser: Guise;
  /** An `Authorization` header with an access token of this session. */
  token(scope: string, scheme?: string): Promise<Record<string, string>>;
}

/** Puts a session into the database as if the person had signed in: without the second that a password takes. */
export async function plantSession(
  { context, id: companyId }: TestCompany,
  login: string,
  changes: Partial<typeof webSessions.$inferInsert> = {},
): Promise<Planted> {
  const { database, secret } = context;
  const now = context.now();
  const personId = await personIdOf({ context, id: companyId }, login);
  const sessionId = randomUUID();
  const token = createToken();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await database.insert(webSessions).values({
    companyId,
    id: sessionId,
    personId,
    tokenHash: hashToken(token),
    authenticatedAt: now,
    expiresAt,
    lastSeenAt: now,
    provenAt: now,
    ...changes,
  });
  const random = createToken();
  const xsrf = `${random}.${authenticate(secret, 'xsrf', sessionId, random)}`;
  return {
    sessionId,
    personId,
    browser: {
      cookies: new Map([
        ['vestibule-session', token],
        [COOKIES.xsrf, xsrf],
      ]),
      headers: { [HEADERS.xsrf]: xsrf },
    },
    token: async (scope, scheme = 'JWT') => {
      const accessToken = createCompanyToken(companyId);
      await createAccessToken(database, {
        companyId,
        tokenHash: hashToken(accessToken),
        webSessionId: sessionId,
        scope,
        expiresAt,
        deviceSessionId: null,
      });
      return { authorization: `${scheme} ${accessToken}` };
    },
  };
}

export async function personIdOf({ context, id }: Pick<TestCompany, 'context' | 'id'>, login: string): Promise<string> {
  const rows = await context.database
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.companyId, id), eq(people.login, login)));
  const [person] = rows;
  if (person === undefined) throw new Error(`There is no ${login} in this company.`);
  return person.id;
}

/** Adds a person without a password. @returns the id */
export async function addPerson(
  { context, id: companyId }: Pick<TestCompany, 'context' | 'id'>,
  login: string,
  changes: Partial<typeof people.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await context.database.insert(people).values({
    companyId,
    id,
    login,
    displayName: login,
    email: `${login}@${companyId}.example`,
    type: 'employee',
    ...changes,
  });
  return id;
}

export async function giveRole(
  company: Pick<TestCompany, 'context' | 'id'>,
  personId: string,
  role: (typeof roles.$inferInsert)['role'],
): Promise<void> {
  const { database, now } = company.context;
  await database
    .insert(roles)
    .values({ companyId: company.id, personId, role, reach: 'company', createdAt: now() })
    .onConflictDoNothing();
}
