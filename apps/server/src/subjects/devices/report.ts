import { blockingChecks, mayContinue } from '@vestibule/policy';
import { countPeopleWithoutReport } from '../../repositories/admin-counts.ts';
import {
  countAssertions,
  countLeave,
  countRefusals,
  countSignedIn,
  findExceptions,
  findObserved,
} from '../../repositories/report-counts.ts';
import { readPastReports } from '../../repositories/report-history.ts';
import { standingOf } from './device-standing.ts';
import { judge } from '../policy/judge.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { describeStoppedEarly } from '../policy/stopped-early.ts';

const DAY_MS = 86_400_000;
const EXCEPTIONS = 200;

/** How the gate did in the last days: who is covered, what came of sign-ins, and who went through without a good computer. */
export async function describeReport(context: ServerContext, days: number) {
  const { database, company, now } = context;
  const until = now();
  const from = new Date(until.getTime() - days * DAY_MS);
  const computers = { reported: 0, compliant: 0, grace: 0, notCompliant: 0 };
  const [clientVersions, operatingSystems, blocking] = [new Tally(), new Tally(), new Tally()];
  for await (const ofDevice of readPastReports(database, company.id, from)) {
    const last = ofDevice.at(-1);
    if (last === undefined) continue;
    const verdict = judge(context, last.device, last.person, last.report, null);
    const standing = standingOf(verdict);
    computers.reported += 1;
    if (standing === 'compliant') computers.compliant += 1;
    else if (standing === 'grace') computers.grace += 1;
    else computers.notCompliant += 1;
    clientVersions.add(verdict.report.client.version);
    operatingSystems.add(verdict.report.device.osVersionCaption);
    if (mayContinue(verdict.evaluation, context.policy.policy)) continue;
    for (const { checkType } of blockingChecks(verdict.evaluation.securityChecks)) blocking.add(checkType);
  }
  const signedIn = await countSignedIn(database, company.id, from);
  const withoutReport = await countPeopleWithoutReport(database, company.id, from);
  const exceptions = await findExceptions(database, company.id, from, EXCEPTIONS);
  const observed = await findObserved(
    database,
    company.id,
    from,
    exceptions.map(({ assertionId }) => assertionId),
  );
  const refusals = await countRefusals(database, company.id, from);
  const assertions = await countAssertions(database, company.id, from);
  const all = Object.entries(assertions).reduce(
    (sum, [standing, count]) => sum + (standing === 'compliant' ? 0 : count),
    0,
  );
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    stoppedBeforeReport: await describeStoppedEarly(context, from),
    people: { signedIn, withReport: signedIn - withoutReport, withoutReport },
    computers,
    clientVersions: clientVersions.counts,
    operatingSystems: operatingSystems.counts,
    assertions,
    leave: await countLeave(database, company.id, from),
    refusals: refusals.responses,
    refusedReports: refusals.reports,
    refusedSignIns: refusals.signIns,
    refusedRequests: refusals.requests,
    blockingChecks: blocking.counts,
    exceptions: exceptions.map(({ at, assertionId, ...exception }) => ({
      ...exception,
      at: at.toISOString(),
      observed: observedIn(observed.get(assertionId)),
    })),
    moreExceptions: all - exceptions.length,
  };
}

function observedIn(written: string | undefined): 'gate' | 'scope' | null {
  return written === 'gate' || written === 'scope' ? written : null;
}

class Tally {
  readonly counts: Record<string, number> = {};

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
