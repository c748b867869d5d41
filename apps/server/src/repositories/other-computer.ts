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
    where shown.company_id = ${companyId} and shown.person_id = ${personId} and shown.kind <> 'agent'
      and shown.device_row_id not in (
        select own.id from ${devices} own where own.company_id = ${companyId} and own.device_id = ${deviceId}
      )
      and shown.web_session_id in (
        with recursive sign_in as (
          select ${webSessionId}::uuid as id
          union
          select next.id from sign_in cross join lateral (
            select opened.id from ${webSessions} opened
            where opened.company_id = ${companyId} and opened.opened_from = sign_in.id
            union all
            select opener.opened_from from ${webSessions} opener
            where opener.company_id = ${companyId} and opener.id = sign_in.id and opener.opened_from is not null
          ) next
        )
        select id from sign_in
      )
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

const selectBeginning = statement(
  'session_beginning',
  (database, given: Given<{ companyId: string; webSessionId: string }>) =>
    database.select({ id: sql<string>`found.id` }).from(
      sql`(
        with recursive opener as (
          select own.id, own.opened_from from ${webSessions} own
          where own.company_id = ${given.companyId} and own.id = ${given.webSessionId}
          union
          select next.id, next.opened_from from opener join ${webSessions} next
          on next.company_id = ${given.companyId} and next.id = opener.opened_from
        )
        select id from opener where opened_from is null
      ) as found`,
    ),
);

/** The session that a window was opened from by web tokens, from window to window; itself, where it is none. */
export async function findBeginning(database: Database, companyId: string, webSessionId: string): Promise<string> {
  return (await selectBeginning(database, { companyId, webSessionId }))[0]?.id ?? webSessionId;
}
