import { CHECK_TYPES, type CheckType, type Rehearsal } from '@vestibule/contracts';
import { lastRollOutDay, type Policy, policyAt } from '@vestibule/policy';
import { type PastReport, readPastReports } from '../../repositories/report-history.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { placesUnder, type Standing, standingOf } from './impact/judged-computer.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 20;

/** A computer that a policy would have blocked on one day at least. */
interface Blocked {
  /** The last report by which it would have been. */
  readonly past: PastReport;
  readonly standing: Standing;
  /** By its last report it is not. */
  readonly isMended: boolean;
  readonly blockers: ReadonlySet<CheckType>;
}

/** A policy over every day of some weeks, as if all of it held already: the last report of each computer on each day. */
export async function rehearse(context: ServerContext, policy: Policy, dayCount: number): Promise<Rehearsal> {
  const now = context.now();
  const tried = policyAt(policy, lastRollOutDay(policy, now) ?? now);
  const holding = policyAt(context.policy.policy, now);
  const places = await placesUnder(context, tried, holding);
  const days = new Map<string, { computers: number; blockedBefore: number; blockedThen: number }>();
  const blocked: Blocked[] = [];
  let computers = 0;
  const since = new Date(now.getTime() - dayCount * DAY_MS);
  for await (const ofDevice of readPastReports(context.database, context.company.id, since)) {
    computers += 1;
    const judged = ofDevice.map((past) => ({ past, standing: standingOf(context, tried, past, places) }));
    for (const { past, standing } of judged) {
      const day = past.report.receivedAt.toISOString().slice(0, 10);
      const sum = days.get(day) ?? { computers: 0, blockedBefore: 0, blockedThen: 0 };
      days.set(day, {
        computers: sum.computers + 1,
        blockedBefore: sum.blockedBefore + Number(standingOf(context, holding, past, places).isBlocked),
        blockedThen: sum.blockedThen + Number(standing.isBlocked),
      });
    }
    const last = judged.findLast(({ standing }) => standing.isBlocked);
    if (last === undefined) continue;
    const blockers = new Set(judged.flatMap(({ standing }) => standing.checks));
    blocked.push({ ...last, blockers, isMended: judged.at(-1)?.standing.isBlocked === false });
  }
  return {
    days: [...days]
      .map(([day, sums]) => ({ day, ...sums }))
      .toSorted((left, right) => left.day.localeCompare(right.day)),
    computers,
    everBlocked: blocked.length,
    mendedSince: blocked.filter(({ isMended }) => isMended).length,
    fixableAlone: blocked.filter(({ isMended, standing }) => !isMended && standing.isFixableAlone).length,
    checks: CHECK_TYPES.map((checkType) => ({
      checkType,
      everBlocked: blocked.filter(({ blockers }) => blockers.has(checkType)).length,
    })).filter(({ everBlocked }) => everBlocked > 0),
    examples: blocked
      .toSorted((left, right) => Number(left.isMended) - Number(right.isMended))
      .slice(0, EXAMPLES)
      .map(({ past, standing, isMended }) => ({
        login: past.person.login,
        deviceName: past.device.label ?? past.device.name,
        reportedAt: past.report.receivedAt.toISOString(),
        isMended,
        isFixableAlone: standing.isFixableAlone,
        checks: [...standing.checks],
        unread: [...standing.unread],
      })),
  };
}
