import { and, eq, getTableColumns, getTableName, inArray, is, ne, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { addDeviceVerdict } from './mark-verdicts.ts';
import * as schema from '../database/schema.ts';
import { releaseDeviceId } from './admin-devices.ts';
import { endTokensMadeBy } from './admin-tokens.ts';
import { lockPerson } from './person-lock.ts';
import type { Person } from './people.ts';

const { accessGrants, accessTokens, adminTokens, deviceSessions, devices, invitations, issuedAssertions } = schema;
const { oidcRecords, people, policies, reports, uploads, webSessions, webTokens } = schema;

/** What is said of a person: of whom, in which words, and when it ends. */
export interface Subject extends Pick<Person, 'companyId' | 'id'> {
  /** The login, and former ones that no one else ever had. */
  readonly logins: readonly string[];
  readonly pseudonym: string;
  readonly at: Date;
}

interface PersonalTable {
  readonly table: PgTable;
  readonly companyId: PgColumn;
  readonly personId: PgColumn;
}

/** Every table whose rows name a person, whichever there are: a new one is exported and erased without a line here. */
function personalTables(): readonly PersonalTable[] {
  return Object.values(schema).flatMap((table) => {
    if (!is(table, PgTable)) return [];
    const { companyId, personId }: Record<string, PgColumn | undefined> = getTableColumns(table);
    return companyId === undefined || personId === undefined ? [] : [{ table, companyId, personId }];
  });
}

/** Names of columns whose values are secrets, or stand for one. */
const SECRET = /hash|sealed|secret|lookup/i;

/** Every row about a person, by table, without secrets. */
export async function collectPersonData(
  database: Database,
  { companyId, id }: Pick<Person, 'companyId' | 'id'>,
): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  const add = (table: PgTable, rows: readonly Record<string, unknown>[]): void => {
    if (rows.length > 0) found[getTableName(table)] = rows.map(withoutSecrets);
  };
  add(
    people,
    await database
      .select()
      .from(people)
      .where(and(eq(people.companyId, companyId), eq(people.id, id))),
  );
  for (const { table, ...columns } of personalTables()) {
    add(
      table,
      await database
        .select()
        .from(table)
        .where(and(eq(columns.companyId, companyId), eq(columns.personId, id))),
    );
  }
  add(
    reports,
    await database
      .select()
      .from(reports)
      .where(ofDeviceSessions(database, reports, companyId, id)),
  );
  add(
    adminTokens,
    await database
      .select()
      .from(adminTokens)
      .where(and(eq(adminTokens.ownerCompanyId, companyId), eq(adminTokens.ownerId, id))),
  );
  add(
    webTokens,
    await database
      .select()
      .from(webTokens)
      .where(ofWebSessions(database, webTokens, companyId, id)),
  );
  return found;
}

function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !SECRET.test(name)));
}

function ofDeviceSessions(
  database: Database,
  table: { companyId: PgColumn; deviceSessionId: PgColumn },
  companyId: string,
  personId: string,
): SQL | undefined {
  const own = database
    .select({ id: deviceSessions.id })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.personId, personId)));
  return and(eq(table.companyId, companyId), inArray(table.deviceSessionId, own));
}

function ofWebSessions(
  database: Database,
  table: { companyId: PgColumn; webSessionId: PgColumn },
  companyId: string,
  personId: string,
): SQL | undefined {
  const own = database
    .select({ id: webSessions.id })
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.personId, personId)));
  return and(eq(table.companyId, companyId), inArray(table.webSessionId, own));
}

/**
 * Erases every row about a person; the audit log is next to it. Assertions that left stay, under the pseudonym. A computer
 * that others sign in with as well becomes theirs.
 * @returns names of evidence that lies in the evidence store
 */
export async function erasePersonRows(transaction: Database, subject: Subject): Promise<readonly string[]> {
  const { companyId, id, logins, pseudonym } = subject;
  // The person before the computers, as everywhere; no one opens a session of theirs from here on.
  await lockPerson(transaction, companyId, id);
  await lockDevicesOf(transaction, subject);
  const evidence = await transaction
    .delete(reports)
    .where(ofDeviceSessions(transaction, reports, companyId, id))
    .returning({ key: reports.evidenceKey });
  const incoming = await transaction
    .delete(uploads)
    .where(ofDeviceSessions(transaction, uploads, companyId, id))
    .returning({ key: uploads.evidenceKey });
  await transaction.delete(accessTokens).where(ofWebSessions(transaction, accessTokens, companyId, id));
  await transaction.delete(webTokens).where(ofWebSessions(transaction, webTokens, companyId, id));
  await eraseDevices(transaction, subject);
  await transaction
    .update(issuedAssertions)
    .set({ nameId: pseudonym, endedAt: sql`coalesce(${issuedAssertions.endedAt}, ${issuedAssertions.issuedAt})` })
    .where(and(eq(issuedAssertions.companyId, companyId), eq(issuedAssertions.personId, id)));
  for (const { table, ...columns } of personalTables()) {
    if (table === issuedAssertions || table === devices) continue;
    await transaction.delete(table).where(and(eq(columns.companyId, companyId), eq(columns.personId, id)));
  }
  await transaction
    .delete(oidcRecords)
    .where(and(eq(oidcRecords.companyId, companyId), sql`${oidcRecords.payload}::text like ${`%${id}%`}`));
  for (const { table, column, ofCompany } of NAMES_OF_ADMINISTRATORS) {
    await transaction
      .update(table)
      .set({ [column.key]: pseudonym })
      .where(and(eq(ofCompany, companyId), inArray(column.named, [...logins])));
  }
  await transaction
    .update(accessGrants)
    .set({ grantedById: null })
    .where(and(eq(accessGrants.companyId, companyId), eq(accessGrants.grantedById, id)));
  const ofTokens = and(eq(adminTokens.ownerCompanyId, companyId), eq(adminTokens.ownerId, id));
  await endTokensMadeBy(transaction, { companyId, personId: id }, subject.at);
  await transaction.update(adminTokens).set({ ownerCompanyId: null, ownerId: null }).where(ofTokens);
  await transaction.delete(people).where(and(eq(people.companyId, companyId), eq(people.id, id)));
  return [...evidence, ...incoming].flatMap(({ key }) => key ?? []);
}

/** Where the login of the one who did something stands. */
const NAMES_OF_ADMINISTRATORS = [
  {
    table: accessGrants,
    ofCompany: accessGrants.companyId,
    column: { key: 'grantedBy', named: accessGrants.grantedBy },
  },
  { table: devices, ofCompany: devices.companyId, column: { key: 'approvedBy', named: devices.approvedBy } },
  { table: invitations, ofCompany: invitations.companyId, column: { key: 'invitedBy', named: invitations.invitedBy } },
  { table: policies, ofCompany: policies.companyId, column: { key: 'createdBy', named: policies.createdBy } },
] as const;

/** What a computer is called until it reports again: its own name often is its person's. */
const NAMELESS = 'Computer';

/** Whatever reports at this moment with a computer of theirs waits: a report that came after would stay for good. */
async function lockDevicesOf(transaction: Database, { companyId, id }: Subject): Promise<void> {
  const shown = transaction
    .select({ id: deviceSessions.deviceRowId })
    .from(deviceSessions)
    .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.personId, id)));
  await transaction
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.companyId, companyId), or(eq(devices.personId, id), inArray(devices.id, shown))))
    .orderBy(devices.id)
    .for('update');
}

async function eraseDevices(transaction: Database, { companyId, id, at }: Subject): Promise<void> {
  const own = await transaction
    .select()
    .from(devices)
    .where(and(eq(devices.companyId, companyId), eq(devices.personId, id)));
  for (const device of own) {
    const ofDevice = and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.deviceRowId, device.id));
    const [other] = await transaction
      .select({ personId: deviceSessions.personId })
      .from(deviceSessions)
      .where(and(ofDevice, ne(deviceSessions.personId, id)))
      .orderBy(sql`${deviceSessions.createdAt} desc`)
      .limit(1);
    const itself = and(eq(devices.companyId, companyId), eq(devices.id, device.id));
    await releaseDeviceId(transaction, device);
    if (other !== undefined) {
      // Anyone who approved it vouched for it as this person's; of the other it has to be proven again.
      const state = device.state === 'approved' ? ('waiting' as const) : device.state;
      const anew = { state, approvedBy: null, createdAt: at, name: NAMELESS, label: null };
      await transaction
        .update(devices)
        .set({ personId: other.personId, ...anew })
        .where(itself);
      await addDeviceVerdict(transaction, { ...device, personId: other.personId, createdAt: at });
      continue;
    }
    await transaction.delete(reports).where(and(eq(reports.companyId, companyId), eq(reports.deviceRowId, device.id)));
    await transaction.delete(devices).where(itself);
  }
}

/** How many devices and sessions would go, for a dry run. */
export async function countPersonRows(
  database: Database,
  person: Pick<Person, 'companyId' | 'id'>,
): Promise<Record<string, number>> {
  const data = await collectPersonData(database, person);
  return Object.fromEntries(Object.entries(data).map(([table, rows]) => [table, rows.length]));
}
