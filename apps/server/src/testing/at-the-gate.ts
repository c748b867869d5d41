import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../repositories/audit-log.ts';
import type { CheckResult, DeviceInfo, DeviceReport, SessionData, SignedReportPayload } from '@vestibule/contracts';
import type { SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { applications, auditEntries, people } from '../database/schema.ts';
import { DEMO_PEOPLE } from '../subjects/people/trial-people.ts';
import { applyPolicy, readPolicyText } from '../subjects/policy/policies.ts';
import type { TestCompany } from './companies.ts';
import type { Reply, Visitor } from './visitor.ts';

/** Puts a policy in force at once. */
export async function setPolicy({ context, id }: TestCompany, text: string, createdBy = 'test'): Promise<void> {
  const read = readPolicyText(text, 'command');
  if (!read.ok) throw new Error(`This policy cannot be read: ${read.problems[0]?.message}`);
  await applyPolicy(context.database, id, read.loaded, { createdAt: context.now(), createdBy });
  context.companies.forget();
}

/** Sets what an administrator may of the company's one work application. */
export async function setApplication(
  { context, id }: TestCompany,
  changes: Partial<typeof applications.$inferInsert>,
): Promise<void> {
  await context.database.update(applications).set(changes).where(eq(applications.companyId, id));
}

export async function findApplicationId({ context, id }: TestCompany): Promise<string> {
  const rows = await context.database.select().from(applications).where(eq(applications.companyId, id));
  return rows[0]?.id ?? '';
}

export interface TestPerson {
  readonly id: string;
  readonly login: string;
  readonly password: string;
}

/** A person no one knows yet, with a password like the trial's. */
export async function addPerson({ context, id: companyId }: TestCompany): Promise<TestPerson> {
  const [model] = DEMO_PEOPLE;
  const rows = await context.database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.login, model.login)));
  const person = rows[0];
  if (person === undefined) throw new Error('The trial has no people.');
  const id = randomUUID();
  const login = `person-${id.slice(0, 8)}`;
  await context.database.insert(people).values({ ...person, id, login, settings: {} });
  return { id, login, password: model.password };
}

export async function signInAs(visitor: Visitor, somebody: TestPerson, loginMarker?: string): Promise<void> {
  const { login, password } = somebody;
  const reply = await visitor.ask('/api/online/v1/sign-in', { method: 'POST', body: { login, password, loginMarker } });
  if (reply.status !== 200) throw new Error(`Signing in failed: ${reply.status} ${reply.body.code}`);
}

/** Exchanges keys in the first version. @returns what the client keeps, as the second version would have it */
export async function exchangeKeys(visitor: Visitor, device: SimulatedDevice): Promise<SessionData> {
  const reply = await keyExchange(visitor, device);
  const { serverPublicKey, ...session } = reply.body;
  return { ...session, publicKey: serverPublicKey, token: '' };
}

type ExchangedKeys = Omit<SessionData, 'publicKey' | 'token'> & { readonly serverPublicKey: SessionData['publicKey'] };

export async function keyExchange(visitor: Visitor, device: SimulatedDevice): Promise<Reply<ExchangedKeys>> {
  return visitor.ask<ExchangedKeys>('/api/device-compliance/v1/key-exchange', {
    method: 'POST',
    body: await device.parameters(),
  });
}

/** Device info as the first version's page sends it. */
export async function deviceInfo(
  device: SimulatedDevice,
  session: SessionData,
  facts: DeviceReport['facts'],
  changes: Partial<SignedReportPayload> = {},
): Promise<DeviceInfo> {
  return {
    lookupId: device.deviceId,
    deviceImportantDataHash: 'hash',
    deviceType: 0,
    osVersionCaption: 'Debian GNU/Linux 12',
    signedReport: await device.sign(session, facts, changes),
  };
}

export function postCheck(visitor: Visitor, info: unknown, query = ''): Promise<Reply<CheckResult>> {
  return visitor.ask<CheckResult>(`/api/device-compliance/v1/check${query}`, { method: 'POST', body: info });
}

/** The newest audit entries of a company, the newest first. */
export async function readAudit({ context, id }: TestCompany, count = 1) {
  return findAuditEntries(context.database, eq(auditEntries.companyId, id), { limit: count });
}
