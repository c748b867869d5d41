import { isDeepStrictEqual } from 'node:util';
import type { CheckType, DeviceReport, VerdictName } from '@vestibule/contracts';
import {
  datesAhead,
  type Evaluation,
  type EvaluationInput,
  evaluate,
  isEnforcedFor,
  isPassable,
  namesInChecks,
  passageOf,
} from '@vestibule/policy';
import type { FoundChecks } from '../../../repositories/verdicts.ts';
import type { Device } from '../../../repositories/devices.ts';
import type { Person } from '../../../repositories/people.ts';
import type { StoredReport } from '../../../repositories/reports.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { gateStateOf } from '../gate/gate-state.ts';
import { deviceIdFor, knownReport } from '../judge.ts';

const DAY_MS = 86_400_000;
/** A report counts for as long as it is kept. */
export const REPORT_COUNTS_MS = 90 * DAY_MS;
/** So many dates ahead are looked at; behind the last one it is judged again. */
const DATES_AHEAD = 24;

/** Whose computer is judged. */
export type Owner = Pick<Person, 'id' | 'login' | 'groups'>;
export type Judged = Pick<Device, 'state' | 'deviceId' | 'lastSequence'>;
/** What a report says, read once for however many moments it is judged at. */
export interface ReadReport {
  readonly said: DeviceReport;
  readonly receivedAt: Date;
}

export function readReport(device: Judged, report: Pick<StoredReport, 'payload' | 'receivedAt'>): ReadReport {
  return { said: knownReport(device, report, report.receivedAt), receivedAt: report.receivedAt };
}

/** How a computer stands at one moment. */
export interface Standing {
  readonly verdict: VerdictName;
  readonly checks: FoundChecks;
  readonly isEnforced: boolean;
}

/** How a computer stands now, and what time alone will make of it. */
export interface Outlook extends Standing {
  readonly next: { readonly at: Date; readonly verdict: VerdictName; readonly checks: readonly CheckType[] } | null;
  /** When anything of this changes by time alone. */
  readonly dueAt: Date | null;
}

type Judging = Pick<ServerContext, 'policy' | 'configuration' | 'lifecycle' | 'now'>;

/** Where people may be going, as far as the policy tells places apart. */
export type Places = readonly (string | null)[];

/** One application for all that no rule names. */
export function placesApart({ policy }: Pick<ServerContext, 'policy'>, applications: readonly string[]): Places {
  const named = new Set(namesInChecks(policy.policy).applications.map(plain));
  if (named.size === 0 || applications.length === 0) return [null];
  const other = applications.find((name) => !named.has(plain(name)));
  return [...applications.filter((name) => named.has(plain(name))), ...(other === undefined ? [] : [other])];
}

const plain = (name: string) => name.trim().toLowerCase();

/** Whether the gate is closed for a person, by a policy that holds people back by what it requires. */
export function isReached(context: Judging, { id: personId, groups }: Owner): boolean {
  const { policy } = context.policy;
  const holds = policy.workplaceAccessPolicy === 'Strict' || policy.isPolicyEnforced;
  return holds && isClosedFor(context, { personId, groups });
}

function isClosedFor(context: Judging, visit: { readonly personId: string; readonly groups: readonly string[] }) {
  const isClosed = gateStateOf(context).state === 'enforcing';
  return isClosed && isEnforcedFor(context.policy.policy, { ...visit, applicationName: null });
}

/**
 * How a computer stands by its last report. On the way to several applications it stands as on the way to the one where it
 * stands worst. Whether anything is enforced makes no difference to the verdict, and is said apart.
 */
export function standingAt(
  context: Judging,
  moment: Date,
  device: Judged,
  owner: Owner,
  report: ReadReport | null,
  places: Places,
): Standing {
  const reached = isReached(context, owner);
  const without = (verdict: VerdictName, isEnforced = reached): Standing => ({ verdict, checks: {}, isEnforced });
  if (device.state === 'retired') return without('retired', false);
  // An administrator keeps it out, whatever is enforced.
  if (device.state === 'blocked') return without('stopped', true);
  if (report === null || moment.getTime() >= report.receivedAt.getTime() + REPORT_COUNTS_MS) {
    return without(device.lastSequence === 0 ? 'never-reported' : 'not-checked');
  }
  const isUnregistered = context.configuration.registration.mode === 'verified' && device.state !== 'approved';
  const judged = places
    .map((place) => evaluate(inputOf(context, moment, device, owner, report, place)))
    .map((evaluation) => standingBy(context, evaluation, owner, reached));
  const worst = judged.toSorted((left, right) => RANK[right.verdict] - RANK[left.verdict])[0];
  if (worst === undefined) return without('not-checked');
  const checks = mergeChecks(judged.map((one) => one.checks));
  // Where one place keeps it out and another would not, it is kept out.
  const ofVerdict = judged.filter(({ verdict }) => verdict === worst.verdict);
  if (isUnregistered) return { verdict: 'stopped', checks, isEnforced: isClosedFor(context, visitOf(owner)) };
  return { verdict: worst.verdict, checks, isEnforced: ofVerdict.some(({ isEnforced }) => isEnforced) };
}

const RANK: Readonly<Record<VerdictName, number>> = {
  passed: 0,
  'not-checked': 1,
  'in-grace': 2,
  stopped: 3,
  'never-reported': 4,
  retired: 5,
};

const visitOf = ({ id: personId, groups }: Owner) => ({ personId, groups });

function inputOf(
  context: Judging,
  now: Date,
  device: Judged,
  { login, groups }: Owner,
  report: ReadReport,
  applicationName: string | null,
): EvaluationInput {
  return {
    report: report.said,
    policy: context.policy.policy,
    now,
    lifecycle: context.lifecycle,
    login,
    visit: { groups, applicationName },
    isEnrollmentOffered: context.configuration.managedDeviceService !== null,
    ...deviceIdFor(device),
  };
}

function standingBy(context: Judging, evaluation: Evaluation, owner: Owner, reached: boolean): Standing {
  const { policy } = context.policy;
  const { securityChecks, policyMode } = evaluation;
  const blocking = new Set(evaluation.blocking);
  const checks: FoundChecks = Object.fromEntries(
    securityChecks
      .filter(({ state }) => state !== 'passed')
      .map(({ checkType, state, deadline }) => {
        const holds = blocking.has(checkType) ? 'stops' : deadline === undefined ? 'advises' : 'grace';
        return [checkType, { state, holds, ...(deadline === undefined ? {} : { deadline }) }];
      }),
  );
  const passage = passageOf({ checks: securityChecks, policyMode, isPolicyEnforced: policy.isPolicyEnforced });
  if (blocking.size > 0) {
    return { verdict: 'stopped', checks, isEnforced: !isPassable(passage) && isClosedFor(context, visitOf(owner)) };
  }
  const isInGrace = securityChecks.some(({ state, deadline }) => state === 'failed' && deadline !== undefined);
  if (isInGrace) return { verdict: 'in-grace', checks, isEnforced: reached };
  return { verdict: evaluation.unread.length > 0 ? 'not-checked' : 'passed', checks, isEnforced: reached };
}

/** What holds hardest anywhere holds. */
function mergeChecks(all: readonly FoundChecks[]): FoundChecks {
  const [first = {}, ...others] = all;
  const hold = { stops: 2, grace: 1, advises: 0 };
  return others.reduce((merged, checks) => {
    const harder = Object.entries(checks).filter(([type, check]) => {
      const known = merged[type as CheckType];
      return known === undefined || (check !== undefined && hold[check.holds] > hold[known.holds]);
    });
    return { ...merged, ...Object.fromEntries(harder) };
  }, first);
}

/** How a computer stands, and until when that stays so by itself. */
export function verdictOf(
  context: Judging,
  device: Judged,
  owner: Owner,
  report: ReadReport | null,
  places: Places,
): Outlook {
  const now = context.now();
  const at = (moment: Date) => standingAt(context, moment, device, owner, report, places);
  const is = at(now);
  if (report === null || isSettled(device)) return { ...is, next: null, dueAt: null };
  const ends = new Date(report.receivedAt.getTime() + REPORT_COUNTS_MS);
  if (ends <= now) return { ...is, next: null, dueAt: null };
  const dates = places.flatMap((place) => datesAhead(inputOf(context, now, device, owner, report, place)));
  const moments = [...new Set(dates.map((date) => date.getTime()))]
    .filter((moment) => moment < ends.getTime())
    .toSorted((left, right) => left - right)
    .map((moment) => new Date(moment));
  let dueAt: Date | null = null;
  for (const moment of moments.slice(0, DATES_AHEAD)) {
    const then = at(moment);
    if (dueAt === null && !isDeepStrictEqual(then, is)) dueAt = moment;
    if (then.verdict === is.verdict) continue;
    const checks = Object.entries(then.checks).flatMap(([type, { holds, state }]) =>
      holds === 'stops' || (then.verdict !== 'stopped' && state === 'unknown') ? [type as CheckType] : [],
    );
    return { ...is, next: { at: moment, verdict: then.verdict, checks }, dueAt };
  }
  return { ...is, next: null, dueAt: dueAt ?? moments[DATES_AHEAD] ?? ends };
}

/** No report and no date makes a difference. */
function isSettled({ state }: Judged): boolean {
  return state === 'retired' || state === 'blocked';
}
