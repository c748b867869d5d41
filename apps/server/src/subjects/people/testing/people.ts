import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { eq } from 'drizzle-orm';
import { applications, auditEntries, companies, people, roles } from '../../../database/schema.ts';
import { createPerson, type Person } from '../../../repositories/people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { Reply, Visitor } from '../../../testing/visitor.ts';
import { hashPassword } from '../passwords.ts';

export const PASSWORD = 'quiet lantern over the harbour';
let hash: string | undefined;

/** Someone new in the trial's company, with a password and nothing else. */
export async function addPerson(server: TestServer, login = `person-${randomUUID().slice(0, 8)}`): Promise<Person> {
  hash ??= await hashPassword(PASSWORD);
  const { company } = await server.company();
  const person = await createPerson(server.context.database, {
    companyId: company.id,
    id: randomUUID(),
    login,
    displayName: 'Ilse Brandt',
    email: `${login}@alderbrook.example`,
    type: 'employee',
    passwordHash: hash,
  });
  if (person === null) throw new Error(`There is a ${login} already.`);
  return person;
}

/** Changes what the trial's company has set. */
export async function configure(server: TestServer, settings: Record<string, unknown>): Promise<void> {
  const { company } = await server.company();
  await server.context.database.update(companies).set({ settings }).where(eq(companies.id, company.id));
  server.context.companies.forget();
}

export async function configureApplication(server: TestServer, settings: Record<string, unknown>): Promise<void> {
  await server.context.database.update(applications).set({ settings });
}

export async function giveRole(server: TestServer, person: Person): Promise<void> {
  await server.context.database.insert(roles).values({
    companyId: person.companyId,
    personId: person.id,
    role: 'administrator',
    reach: 'company',
    createdAt: server.context.now(),
  });
}

export async function block(server: TestServer, person: Person): Promise<void> {
  await server.context.database
    .update(people)
    .set({ disabledAt: server.context.now() })
    .where(eq(people.id, person.id));
}

export interface SignInAnswer {
  readonly continueTo?: string;
  readonly secondFactor?: { readonly methods: string[]; readonly mustEnroll: boolean };
}

export function signIn(visitor: Visitor, login: string, loginMarker?: string): Promise<Reply<SignInAnswer>> {
  return visitor.ask('/api/online/v1/sign-in', { method: 'POST', body: { login, password: PASSWORD, loginMarker } });
}

export function post<Body>(visitor: Visitor, path: string, body: unknown): Promise<Reply<Body>> {
  return visitor.ask(`/api/online/v1/${path}`, { method: 'POST', body });
}

/** What was written down last. */
export async function newestAudit(server: TestServer) {
  const rows = await findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
  return rows.toSorted((left, right) => left.id - right.id).at(-1);
}

export async function auditOf(server: TestServer, action: string) {
  const rows = await findAuditEntries(server.context.database, eq(auditEntries.action, action), {
    isOldestFirst: true,
  });
  return rows.toSorted((left, right) => left.id - right.id);
}
