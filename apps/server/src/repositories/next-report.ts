import { and, eq, lt, not, or, sql } from 'drizzle-orm';
import type { VerdictName } from '@vestibule/contracts';
import type { Database } from '../database/database.ts';
import { deviceSessions, devices, reports } from '../database/schema.ts';
import { type Given, selectedRowOf, statement } from '../database/statement.ts';
import type { DeviceSession } from './devices.ts';
import { atOtherComputer } from './other-computer.ts';
import type { StoredReport } from './reports.ts';
import {
  encodeJudged,
  type JudgedVerdict,
  judgedRows,
  noteAtPerson,
  noteVerdict,
  type VerdictTransition,
} from './verdicts.ts';

const storeNext = statement(
  'report_store_next',
  (
    database,
    given: Given<StoredReport & { number: number; isSecondVersion: boolean; seenAt: Date; judged: string }>,
  ) => {
    const noted = database.$with('noted').as(
      database
        .update(devices)
        .set({
          lastSequence: sql`${given.number}`,
          lastSeenAt: sql`${given.seenAt}`,
          hasUsedV2: sql`${devices.hasUsedV2} or ${given.isSecondVersion}`,
        })
        .where(
          and(
            eq(devices.companyId, given.companyId),
            eq(devices.id, given.deviceRowId),
            lt(devices.lastSequence, given.number),
          ),
        )
        .returning({ id: devices.id, state: devices.state, personId: devices.personId }),
    );
    // Anyone who erases a person holds their computers first: where this waited for that, the lock finds the session gone.
    // So is one that was opened before another computer proved itself in the same sign-in.
    const isElsewhere = atOtherComputer({
      companyId: given.companyId,
      personId: deviceSessions.personId,
      webSessionId: deviceSessions.webSessionId,
      deviceId: sql`(select device_id from ${devices} where company_id = ${given.companyId} and id = ${given.deviceRowId})`,
    });
    const own = database.$with('own').as(
      database
        .select({ id: deviceSessions.id })
        .from(deviceSessions)
        .where(
          and(
            eq(deviceSessions.companyId, given.companyId),
            eq(deviceSessions.id, given.deviceSessionId),
            sql`exists (select from ${noted})`,
            or(eq(deviceSessions.kind, 'agent'), not(isElsewhere)),
          ),
        )
        .for('key share'),
    );
    const stored = database.$with('stored').as(
      database
        .insert(reports)
        .select(database.select(selectedRowOf(reports, given) as never).from(own))
        .returning({ id: reports.id }),
    );
    const none = { one: sql<number>`1`.as('one') };
    // The device may have been blocked, or have become another person's, since it was judged.
    const judged = database.$with('judged', none).as(
      sql`select j.*, (noted.state <> j."state" or noted.person_id <> j."personId") as "isStale"
          from ${judgedRows(given.judged)} join noted on noted.id = j."deviceRowId" where exists (select from stored)`,
    );
    const { written, changes } = noteVerdict({ companyId: given.companyId, judged: 'judged', isRound: false });
    const verdict = {
      personId: sql<string>`person_id`.as('person_id'),
      before: sql<VerdictName>`previous`.as('previous'),
      after: sql<VerdictName>`verdict`.as('verdict'),
    };
    const atPerson = database.$with('at_person', none).as(noteAtPerson(given.companyId));
    return database
      .with(
        noted,
        own,
        stored,
        judged,
        database.$with('written', verdict).as(written),
        database.$with('changes', none).as(changes),
        atPerson,
      )
      .select({
        isNext: sql<boolean>`exists (select from ${noted})`,
        isStored: sql<boolean>`exists (select from ${stored})`,
        personId: sql<string | null>`(select person_id from written)`,
        before: sql<VerdictName | null>`(select previous from written)`,
        after: sql<VerdictName | null>`(select verdict from written)`,
      })
      .from(sql`(select) as moment`);
  },
);

/** A report that was kept; the verdict by it changed that of its computer, or not. */
export interface KeptReport {
  readonly transition: VerdictTransition | null;
}

/**
 * Notes that the computer has reported, raises its sequence number, keeps the report, and notes the verdict by it: in one
 * statement, so that of two at once with one number exactly one wins.
 * @param judged the verdict by this report; null: it is noted later in this transaction
 * @returns replayed: the number would not rise; gone: the session was erased meanwhile, or its sign-in has shown another computer since
 */
export async function storeNextReport(
  database: Database,
  report: StoredReport,
  kind: DeviceSession['kind'],
  judged: JudgedVerdict | null,
): Promise<KeptReport | 'replayed' | 'gone'> {
  const { sequence: number, receivedAt: seenAt, deviceRowId } = report;
  // A client that reports by itself speaks neither version to a page.
  const isSecondVersion = kind === 'full' || kind === 'restricted';
  const given = { ...report, number, seenAt, isSecondVersion, judged: encodeJudged(judged === null ? [] : [judged]) };
  const [found] = await storeNext(database, given);
  if (found?.isStored !== true) return found?.isNext === true ? 'gone' : 'replayed';
  const { personId, before, after } = found;
  const isChanged = personId !== null && before !== null && after !== null && before !== after;
  return { transition: isChanged ? { deviceRowId, personId, before, after } : null };
}
