import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../repositories/audit-log.ts';
import {
  addressOf,
  ADMIN_CALLS,
  type AdminRole,
  apiErrorSchema,
  type Call,
  CALLS,
  HEADERS,
  textProblemSchema,
} from '@vestibule/contracts';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { createToken, hashToken } from '../operations/crypto/tokens.ts';
import { adminTokens, auditEntries, people, roles } from '../database/schema.ts';
import type { TestCompany } from './companies.ts';
import { type CallParts, type Guise, make } from './contract-call.ts';
import { addPerson, plantSession } from './planted.ts';
import type { TestServer } from './test-server.ts';
import { openTransport } from '../command-line/transport.ts';

export type AdminCallName = keyof typeof ADMIN_CALLS;

/** What a call answers with: its own answer, or where it refuses, why. Taken by the contract's schema, as it came. */
type BodyOf<N extends AdminCallName> = z.infer<(typeof ADMIN_CALLS)[N]['answers'][200]> & z.infer<typeof refusedSchema>;

export interface Said<N extends AdminCallName = AdminCallName> {
  readonly status: number;
  readonly body: BodyOf<N>;
}

type Ask = <N extends AdminCallName>(name: N, parts?: CallParts) => Promise<Said<N>>;

/** Someone who calls: their session, token, or the socket of the server. */
export interface Desk {
  readonly call: Ask;
  /** The same with `dryRun=true`. */
  readonly dryRun: Ask;
}

const refusedSchema = z.partial(z.extend(apiErrorSchema, { problems: z.array(textProblemSchema) }));

function deskOf(send: (call: Call, parts: CallParts) => Promise<{ status: number; text: string }>): Desk {
  const ask: Ask = async (name, parts = {}) => {
    const { status, text } = await send(ADMIN_CALLS[name], parts);
    return { status, body: readBody(name, status, text) };
  };
  return {
    call: ask,
    dryRun: (name, parts = {}) => ask(name, { ...parts, query: { ...(parts.query as object), dryRun: 'true' } }),
  };
}

/** @throws where the answer is not what the contract says; what it says beyond that is left in, for tests to see */
function readBody<N extends AdminCallName>(name: N, status: number, text: string): BodyOf<N> {
  const body: unknown = JSON.parse(text);
  if (status === 200) ADMIN_CALLS[name].answers[200].parse(body);
  else refusedSchema.parse(body);
  return body as BodyOf<N>;
}

/** What has to be there. @throws where it is not: the test has failed */
export function given<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('Something is missing in the answer.');
  return value;
}

/** Someone at the company's address, in this guise. */
export function createDesk(place: TestCompany, guise: Guise): Desk {
  return deskOf((call, parts) => make(place, call, parts, guise));
}

/** Anyone who may write to the socket in the data folder. */
export function createSocketDesk(server: Pick<TestServer, 'dataFolder'>): Desk {
  return deskOf(async (call, parts) => {
    const transport = await openTransport({ data: server.dataFolder });
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    return transport.send(call.method, addressOf(call, parts), body);
  });
}

export interface Planting {
  readonly role: AdminRole | null;
  readonly reach?: 'company' | 'msp';
  readonly factors?: ('password' | 'totp' | 'upstream-mfa')[];
  readonly login?: string;
  readonly disabledAt?: Date;
}

/** A person with a role and a session. @returns the guise they call in, and who they are */
export async function plantAdministrator(
  place: TestCompany,
  {
    role,
    reach = 'company',
    factors = ['password', 'totp'],
    login = `admin-${randomUUID().slice(0, 8)}`,
    disabledAt,
  }: Planting,
): Promise<{ readonly guise: Guise; readonly personId: string; readonly login: string }> {
  const personId = await addPerson(place, login);
  const { database, now } = place.context;
  if (role !== null) {
    await database.insert(roles).values({ companyId: place.id, personId, role, reach, createdAt: now() });
  }
  const planted = await plantSession(place, login, { factors });
  if (disabledAt !== undefined) {
    await database
      .update(people)
      .set({ disabledAt })
      .where(and(eq(people.companyId, place.id), eq(people.id, personId)));
  }
  return { guise: planted.browser, personId, login };
}

/** A desk of someone with this role. */
export async function openDesk(
  place: TestCompany,
  role: AdminRole,
  reach: 'company' | 'msp' = 'company',
): Promise<Desk> {
  return createDesk(place, (await plantAdministrator(place, { role, reach })).guise);
}

/** A token of the company, as a guise; made at the server, where nothing else is said. */
export async function plantToken(
  place: TestCompany,
  changes: Partial<typeof adminTokens.$inferInsert> = {},
): Promise<Guise> {
  const token = `vestibule-admin-${createToken()}`;
  const createdAt = place.context.now();
  await place.context.database.insert(adminTokens).values({
    companyId: place.id,
    id: randomUUID(),
    name: `token ${randomUUID()}`,
    tokenHash: hashToken(token),
    role: 'administrator',
    madeBy: 'server',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
    ...changes,
  });
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Who is signed in in this guise, as their page says; no one: no name of anyone. */
export async function loginOf(place: TestCompany, guise: Guise): Promise<string> {
  const { text } = await make(place, CALLS.mySession, {}, guise);
  const said = JSON.parse(text) as { user?: { userLogin: string } };
  return said.user?.userLogin ?? 'no one';
}

/** The guise without its XSRF header. */
export function withoutXsrf({ cookies, headers = {} }: Guise): Guise {
  const { [HEADERS.xsrf]: _left, ...rest } = headers;
  return { ...(cookies === undefined ? {} : { cookies }), headers: rest };
}

/** What was written down last in a company's log. */
export async function newestAudit({ context, id }: TestCompany) {
  const [entry] = await findAuditEntries(context.database, eq(auditEntries.companyId, id), { limit: 1 });
  return entry;
}
