import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, reports, webSessions } from '../database/schema.ts';
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
 * Whether another computer than this one has proven itself in a sign-in of a person, by a report that was taken: in this
 * session, in the one whose web token opened it, or in one that was opened from it. An installed client's reports do not count:
 * it may have been downloaded here and installed elsewhere, and what it reports opens nothing.
 */
export function atOtherComputer(given: SessionAtComputer<string | SQLWrapper>): SQL<boolean> {
  const { companyId, personId, webSessionId, deviceId } = given;
  return sql<boolean>`exists (
    select from ${deviceSessions} shown
    join ${devices} other on other.company_id = shown.company_id and other.id = shown.device_row_id
    where shown.company_id = ${companyId} and shown.person_id = ${personId}
      and shown.kind <> 'agent' and other.device_id <> ${deviceId}
      and exists (
        select from ${reports} taken where taken.company_id = shown.company_id and taken.device_session_id = shown.id
      )
      and shown.web_session_id in (
        with recursive sign_in as (
          select ${webSessionId}::uuid as id
          union
          select case when next.id = sign_in.id then next.opened_from else next.id end
          from sign_in join ${webSessions} next on next.company_id = ${companyId} and next.person_id = ${personId}
            and (next.opened_from = sign_in.id or (next.id = sign_in.id and next.opened_from is not null))
        )
        select id from sign_in
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
