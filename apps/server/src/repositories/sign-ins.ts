import type { CheckType, SignInOutcome, SignInProtocol, SignInWay } from '@vestibule/contracts';
import { and, eq, getTableName, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { signIns } from '../database/schema.ts';
import type { StoredStep } from '../database/schema/sign-ins.ts';
import { type Given, statement } from '../database/statement.ts';
import { raw } from './log.ts';

export type { StoredStep };

/** What happened in a sign-in, of which its outcome follows. */
export interface SignInNote {
  readonly at: Date;
  readonly steps: readonly StoredStep[];
  readonly correlationId?: string | undefined;
  readonly deviceRowId?: string | undefined;
  readonly reportId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly personId?: string | undefined;
  /** Extension and Workplace have answered. */
  readonly hasAnswered?: true | undefined;
  /** A report was judged: which checks stop the person, or would if the policy were enforced. */
  readonly blockers?: readonly CheckType[] | undefined;
  readonly isEnforced?: boolean | undefined;
  /** A response was refused, and will be again. */
  readonly refusal?: string | undefined;
  readonly isFixAllowed?: true | undefined;
  readonly isInstallAsked?: true | undefined;
  /** How the application was answered. `met`: the computer met the policy; `declined`: it was told no. */
  readonly end?: Extract<SignInOutcome, 'access' | 'observed' | 'not-checked'> | 'met' | 'declined' | undefined;
  readonly way?: SignInWay | undefined;
}

/** So many steps of a sign-in are kept, and those that answer its application. */
const STEPS_MAXIMUM = 100;

const { companyId, id, at, personId, webSessionId, deviceRowId, reportId, grantId, outcome, hasAnswered, lastAt } =
  signIns;
const { stoppedBy, fixed, ways, refusal, steps, correlationId, fixedAt, endedAt, tookMs, unblockedMs } = signIns;

/** A column by its own name: where it is set, no table may stand before it. */
const named = (column: { readonly name: string }) => sql.identifier(column.name);

/** In one order, so that they can be compared. */
const stoppers = sql`array(select c from unnest(${stoppedBy}) c where c <> all(${fixed}) order by c)`;
const said = (name: keyof SignInNote) => sql`(heard.note ->> ${sql.raw(`'${name}'`)})`;
const blockers = sql`array(select b from jsonb_array_elements_text(heard.note -> 'blockers') b order by b)`;
const isJudged = sql`heard.note ? 'blockers'`;
const isEnforced = sql`${said('isEnforced')}::boolean`;
const isKeptOut = sql`${outcome} in ('stopped', 'fixing')`;
const isLetIn = sql`(${endedAt} is null and ${said('end')} <> 'declined')`;
const noteAt = sql`${said('at')}::timestamptz`;
/** Null where the moment is: `least` would pass over it. */
const since = (moment: SQL) =>
  sql`case when ${moment} is not null then least(extract(epoch from ${noteAt} - ${moment}) * 1000, 2147483647)::int end`;

/** The one place that says what a sign-in comes to: what it came to once stays. */
const OUTCOME = sql`case
  when ${endedAt} is not null then ${outcome}
  when ${said('end')} = 'met' then case when ${stoppedBy} = '{}' then 'through' else 'fixed' end
  when ${said('end')} = 'declined' then 'stopped'
  when ${said('end')} is not null then ${said('end')}
  when ${isJudged} then case
    when ${blockers} <> '{}' and not ${isEnforced} then 'arrived'
    when ${blockers} = '{}' and not ${isKeptOut} then 'arrived'
    when ${blockers} = '{}' and ${stoppers} <> '{}' then 'fixing'
    when ${blockers} = '{}' then ${outcome}
    when ${outcome} = 'fixing' and ${stoppers} <> ${blockers} and ${stoppers} @> ${blockers} then 'fixing'
    else 'stopped' end
  when ${said('refusal')} is not null then 'stopped'
  when ${said('isFixAllowed')} is not null and ${outcome} = 'stopped' and ${stoppers} <> '{}' then 'fixing'
  when ${said('isInstallAsked')} is not null and ${outcome} = 'arrived' and ${hasAnswered} is not true
    then 'asked-to-install'
  when ${said('hasAnswered')} is not null and ${outcome} = 'asked-to-install' then 'arrived'
  else ${outcome} end`;

/** An update of sign-ins by a note. @param which and nothing else is written; of a note that is null, nothing */
function updateBy(note: Placeholder, which: SQL): SQL {
  const kept = (column: { readonly name: string }, value: SQL) => sql`${named(column)} = ${value}`;
  const newer = (column: SQLWrapper & { readonly name: string }, name: keyof SignInNote) =>
    kept(column, sql`coalesce(${said(name)}::uuid, ${column})`);
  return sql`update ${signIns} set ${sql.join(
    [
      kept(personId, sql`coalesce(${personId}, ${said('personId')}::uuid)`),
      newer(deviceRowId, 'deviceRowId'),
      newer(reportId, 'reportId'),
      newer(grantId, 'grantId'),
      kept(outcome, OUTCOME),
      kept(hasAnswered, sql`coalesce(${said('hasAnswered')}::boolean, ${hasAnswered})`),
      kept(stoppedBy, sql`${stoppedBy} || array(select b from unnest(${blockers}) b where b <> all(${stoppedBy}))`),
      kept(
        fixed,
        sql`case when ${isLetIn} and ${said('end')} = 'met' then ${stoppedBy} when ${isJudged}
          then array(select c from unnest(${stoppedBy}) c where c <> all(${blockers})) else ${fixed} end`,
      ),
      kept(
        ways,
        sql`case when ${said('way')} is null or ${said('way')} = any(${ways}) then ${ways}
          else ${ways} || ${said('way')} end`,
      ),
      kept(refusal, sql`coalesce(${said('refusal')}, ${refusal})`),
      kept(
        steps,
        sql`case when jsonb_array_length(${steps}) < ${sql.raw(String(STEPS_MAXIMUM))} or heard.note ? 'end'
          then ${steps} || (heard.note -> 'steps') else ${steps} end`,
      ),
      kept(correlationId, sql`coalesce(${said('correlationId')}, ${correlationId})`),
      kept(lastAt, sql`greatest(${lastAt}, ${noteAt})`),
      kept(
        fixedAt,
        sql`case when not ${isJudged} or ${endedAt} is not null then ${fixedAt}
          when ${blockers} = '{}' and ${stoppers} <> '{}' then ${noteAt}
          when ${blockers} <> '{}' then null else ${fixedAt} end`,
      ),
      kept(endedAt, sql`coalesce(${endedAt}, case when heard.note ? 'end' then ${noteAt} end)`),
      kept(tookMs, sql`case when ${isLetIn} then ${since(sql`${at}`)} else ${tookMs} end`),
      kept(
        unblockedMs,
        sql`case when ${isLetIn} and ${said('end')} = 'met' then ${since(sql`${fixedAt}`)} else ${unblockedMs} end`,
      ),
    ],
    sql`, `,
  )} from (select ${note}::jsonb as note) heard where heard.note is not null and ${which}
    and (not ${isJudged} or ${reportId} is distinct from ${said('reportId')}::uuid or ${stoppers} <> ${blockers}
      or (${blockers} <> '{}' and ${isEnforced} <> (${isKeptOut})))
    and (${said('personId')} is null or ${personId} is null or ${personId} = ${said('personId')}::uuid)
    and (${said('isInstallAsked')} is null or (${outcome} = 'arrived' and ${hasAnswered} is not true))`;
}

interface Noted {
  readonly companyId: Placeholder;
  readonly signInId: Placeholder;
  readonly note: Placeholder;
}

/** Notes something on one sign-in, as a common table expression. */
export function noteOf(given: Noted): SQL {
  return updateBy(given.note, sql`${companyId} = ${given.companyId} and ${id} = ${given.signInId}`);
}

/** What a statement is given, for `noteOf`. Null: nothing is noted. */
export function noteText(note: SignInNote | null): string | null {
  return note === null ? null : JSON.stringify({ ...note, at: note.at.toISOString() });
}

interface Open extends Record<string, unknown> {
  readonly companyId: string;
  readonly personId: string;
  readonly webSessionId: string;
  readonly now: Date;
}

/** Sign-ins of a browser session that can still be answered. */
const isOpen = (given: Given<Open>) => sql`${companyId} = ${given.companyId} and ${personId} = ${given.personId}
  and ${webSessionId} = ${given.webSessionId} and ${endedAt} is null and ${named(signIns.expiresAt)} > ${given.now}`;

/** Notes that a computer has answered, where none has yet, as a common table expression. */
export function answeredIn(given: Given<Open & { note: string | null }>): SQL {
  return updateBy(given.note, sql`${isOpen(given)} and ${hasAnswered} is not true`);
}

const updateOpen = statement('sign_in_note_open', (database, given: Given<Open & { note: string | null }>) =>
  raw(database, updateBy(given.note, isOpen(given))),
);

/** Notes something on every sign-in of a browser session that can still be answered. */
export async function noteOpenSignIns(database: Database, open: Open, note: SignInNote): Promise<void> {
  await updateOpen(database, { ...open, note: noteText(note) });
}

const updateOne = statement(
  'sign_in_note_one',
  (database, given: Given<{ companyId: string; signInId: string; note: string | null }>) =>
    raw(database, noteOf(given)),
);

export async function noteSignIn(
  database: Database,
  which: { readonly companyId: string; readonly signInId: string },
  note: SignInNote,
): Promise<void> {
  await updateOne(database, { ...which, note: noteText(note) });
}

/** What a sign-in begins with. */
export interface Arrival {
  readonly protocol: SignInProtocol;
  readonly correlationId: string;
}

const arrivedStep = (row: SQL, protocol: SQL) =>
  sql`jsonb_build_array(jsonb_build_object('at', ${isoOf(sql`${row}.created_at`)}, 'kind', 'arrived', 'id', 'arrived-' || ${protocol}))`;
const isoOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const table = sql.raw(getTableName(signIns));
const hasRoom = sql`jsonb_array_length(${steps}) < ${sql.raw(String(STEPS_MAXIMUM))}`;

/** Keeps an arrival, as a common table expression behind `made`: the pending sign-in that was written. Null: it is not kept. */
export function arrivalOf(arrival: Placeholder): SQL {
  const protocol = sql`(heard.arrival ->> 'protocol')`;
  return sql`insert into ${signIns}
      (company_id, id, at, expires_at, application_id, protocol, person_id, correlation_id, last_at, steps)
    select made.company_id, made.id, made.created_at, made.expires_at, made.application_id, ${protocol},
        made.person_id, heard.arrival ->> 'correlationId', made.created_at, ${arrivedStep(sql`made`, protocol)}
      from made, (select ${arrival}::jsonb as arrival) heard where heard.arrival is not null
    on conflict (company_id, id) do update set expires_at = excluded.expires_at`;
}

export function arrivalText(arrival: Arrival | null): string | null {
  return arrival === null ? null : JSON.stringify(arrival);
}

/** Who has shown a sign-in, and by what they are signed in. */
export interface SignedInNote {
  readonly at: Date;
  readonly authenticatedAt: Date;
  readonly factors: readonly string[];
}

/**
 * Notes whose a sign-in is, as a common table expression behind `bound`: the pending sign-in. One whose arrival was not kept
 * begins here.
 */
export function signedInOf(note: Placeholder): SQL {
  const protocol = sql`case when bound.is_unsolicited then 'launched' when bound.second_step ->> 'kind' = 'entra'
    then 'second-step' when bound.interaction_id is not null then 'oidc' else 'saml' end`;
  const step = sql`jsonb_build_object('at', heard.note ->> 'at', 'kind', 'signed-in', 'id',
    case when (heard.note ->> 'authenticatedAt')::timestamptz < bound.created_at then 'signed-in-before' else 'signed-in' end,
    'values', jsonb_build_object('factors', heard.note -> 'factors'))`;
  return sql`insert into ${signIns}
      (company_id, id, at, expires_at, application_id, protocol, person_id, web_session_id, last_at, steps)
    select bound.company_id, bound.id, bound.created_at, bound.expires_at, bound.application_id, ${protocol},
        bound.person_id, bound.web_session_id, (heard.note ->> 'at')::timestamptz,
        ${arrivedStep(sql`bound`, sql`(${protocol})`)} || ${step}
      from bound, (select ${note}::jsonb as note) heard where heard.note is not null
    on conflict (company_id, id) do update
      set person_id = excluded.person_id, web_session_id = excluded.web_session_id, last_at = excluded.last_at,
          steps = ${table}.steps || (excluded.steps -> -1)
      where ${endedAt} is null and ${hasRoom}
        and ((${personId}, ${webSessionId}) is distinct from (excluded.person_id, excluded.web_session_id)
          or not ${steps} @> jsonb_build_array(jsonb_build_object('values', excluded.steps -> -1 -> 'values')))`;
}

export function signedInText(note: SignedInNote | null): string | null {
  return note === null
    ? null
    : JSON.stringify({ ...note, at: note.at.toISOString(), authenticatedAt: note.authenticatedAt.toISOString() });
}

/** What decides whether there is something to note where a report is judged. */
export const judgedBefore = {
  // One that is never null comes first: by it a join is known to have found a row.
  stoppedBy: signIns.stoppedBy,
  outcome: signIns.outcome,
  reportId: signIns.reportId,
  fixed: signIns.fixed,
  endedAt: signIns.endedAt,
};

export type JudgedBefore = Pick<typeof signIns.$inferSelect, keyof typeof judgedBefore>;

/** What the list says so far of a sign-in; null: it has none. */
export async function findJudgedBefore(
  database: Database,
  which: { readonly companyId: string; readonly signInId: string },
): Promise<JudgedBefore | null> {
  const isIt = and(eq(companyId, which.companyId), eq(id, which.signInId));
  const [found] = await database.select(judgedBefore).from(signIns).where(isIt);
  return found ?? null;
}
