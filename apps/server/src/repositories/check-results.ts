import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  applications,
  companies,
  devices,
  deviceSessions,
  pendingSignIns,
  reports,
  signIns,
} from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { isOfDevice } from './devices.ts';
import { atOtherComputer } from './other-computer.ts';
import { type FoundSignIn, isOfApplication } from './pending-sign-ins.ts';
import { type JudgedBefore, judgedBefore } from './sign-ins.ts';
import { isNewestOf, type StoredReport } from './reports.ts';

interface Asked extends Record<string, unknown> {
  readonly companyId: string;
  readonly deviceSessionId: string;
  /** Null: none is named. */
  readonly signInId: string | null;
}

/** What a verdict is made of. */
export interface ReportToJudge {
  readonly newest: StoredReport | null;
  readonly signIn: FoundSignIn | null;
  /** What the list of sign-ins says so far of the one that is named; null: nothing. */
  readonly before: JudgedBefore | null;
  /** Another computer has reported in the same sign-in: of two at once, neither knew of the other. */
  readonly isElsewhere: boolean;
}

const selectToJudge = statement('report_to_judge', (database, given: Given<Asked>) => {
  return database
    .select({
      newest: reports,
      pending: pendingSignIns,
      application: applications,
      before: judgedBefore,
      isElsewhere: atOtherComputer({
        companyId: companies.id,
        personId: deviceSessions.personId,
        webSessionId: deviceSessions.webSessionId,
        deviceId: devices.deviceId,
      }),
    })
    .from(companies)
    .leftJoin(
      deviceSessions,
      and(eq(deviceSessions.companyId, companies.id), eq(deviceSessions.id, given.deviceSessionId)),
    )
    .leftJoin(devices, isOfDevice)
    .leftJoin(reports, isNewestOf(database, given))
    .leftJoin(pendingSignIns, and(eq(pendingSignIns.companyId, companies.id), eq(pendingSignIns.id, given.signInId)))
    .leftJoin(applications, isOfApplication)
    .leftJoin(signIns, and(eq(signIns.companyId, companies.id), eq(signIns.id, given.signInId)))
    .where(eq(companies.id, given.companyId));
});

/** In one question: the newest report of a device session, and the sign-in that is named. */
export async function findReportToJudge(database: Database, asked: Asked): Promise<ReportToJudge> {
  const [row] = await selectToJudge(database, asked);
  const { newest = null, pending = null, application = null, before = null, isElsewhere = false } = row ?? {};
  const signIn = pending === null || application === null ? null : { pending, application };
  return { newest, signIn, before, isElsewhere };
}
