import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, people, reports } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { type Device, type DeviceSession, isOfDevice } from './devices.ts';
import type { Person } from './people.ts';
import { isNewestOf, type StoredReport } from './reports.ts';

interface Asked extends Record<string, unknown> {
  readonly companyId: string;
  /** Of the account, which its session has as well. */
  readonly deviceSessionId: string;
}

/** An account of an installed client. */
export interface Agent {
  readonly session: DeviceSession;
  readonly device: Device;
  /** Null: they were erased. */
  readonly person: Person | null;
}

const isOfPerson = and(eq(people.companyId, deviceSessions.companyId), eq(people.id, deviceSessions.personId));
const isAccount = (given: Given<Asked>) =>
  and(
    eq(deviceSessions.companyId, given.companyId),
    eq(deviceSessions.id, given.deviceSessionId),
    eq(deviceSessions.kind, 'agent'),
  );

const selectAgent = statement('agent', (database, given: Given<Asked>) =>
  database
    .select({ session: deviceSessions, device: devices, person: people })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .leftJoin(people, isOfPerson)
    .where(isAccount(given)),
);

const selectWithNewest = statement('agent_with_newest', (database, given: Given<Asked>) =>
  database
    .select({ session: deviceSessions, device: devices, person: people, newest: reports })
    .from(deviceSessions)
    .innerJoin(devices, isOfDevice)
    .leftJoin(people, isOfPerson)
    .leftJoin(reports, isNewestOf(database, given))
    .where(isAccount(given)),
);

/** @returns null: there is no such account */
export async function findAgentAccount(database: Database, companyId: string, id: string): Promise<Agent | null> {
  return (await selectAgent(database, { companyId, deviceSessionId: id }))[0] ?? null;
}

/** The same, with the newest report of it. */
export async function findReportingAgent(
  database: Database,
  companyId: string,
  id: string,
): Promise<(Agent & { readonly newest: StoredReport | null }) | null> {
  return (await selectWithNewest(database, { companyId, deviceSessionId: id }))[0] ?? null;
}
