import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, reports } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';

// A type, not an interface: a statement takes whatever has names.
type SessionAtComputer<Value> = {
  readonly companyId: Value;
  readonly personId: Value;
  readonly webSessionId: Value;
  /** The computer that answers now. One that renewed its keys is the same. */
  readonly deviceId: Value;
};

/**
 * Whether another computer than this one has proven itself in a session of a person, by a report that was taken. An installed
 * client's do not count: it may have been downloaded here and installed elsewhere, and its reports open nothing.
 */
export function atOtherComputer(given: SessionAtComputer<string | SQLWrapper>): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${deviceSessions} shown
    join ${devices} other on other.company_id = shown.company_id and other.id = shown.device_row_id
    where shown.company_id = ${given.companyId} and shown.person_id = ${given.personId}
      and shown.web_session_id = ${given.webSessionId} and shown.kind <> 'agent' and other.device_id <> ${given.deviceId}
      and exists (
        select from ${reports} taken where taken.company_id = shown.company_id and taken.device_session_id = shown.id
      )
  )`;
}

const select = statement('session_at_other_computer', (database, given: Given<SessionAtComputer<string>>) =>
  database.select({ isElsewhere: atOtherComputer(given) }).from(sql`(select) as moment`),
);

/** As `atOtherComputer()`, asked by itself. */
export async function isAtOtherComputer(database: Database, given: SessionAtComputer<string>): Promise<boolean> {
  return (await select(database, given))[0]?.isElsewhere === true;
}
