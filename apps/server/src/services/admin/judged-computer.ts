import type { CheckType, DeviceReport, Unread } from '@vestibule/contracts';
import {
  blockingChecks,
  evaluate,
  isEnforcedFor,
  mayContinue,
  type Policy,
  policyAt,
  type Visitor,
} from '@vestibule/policy';
import * as z from 'zod/mini';
import { findFirstDevices } from '../../repositories/devices.ts';
import { type PastReport, readPastReports } from '../../repositories/report-history.ts';
import { deviceIdFor, knownReport } from '../judge.ts';
import { standingAsFactor } from '../second-factor-device.ts';
import type { ServerContext } from '../server-context.ts';

export interface Standing {
  readonly isBlocked: boolean;
  readonly checks: readonly CheckType[];
  /** Of those checks: what could not be read, and why. */
  readonly unread: Unread;
  readonly isFixableAlone: boolean;
}

/** What is known of a computer by its last report, whoever the policy is enforced for. */
export interface Computer {
  /** @param moment one of those it was judged as of */
  readonly meetsPolicy: (moment: Date) => boolean;
  /** It counts as second factor of its person. Whatever it reported with last, they can sit at it. */
  readonly isOwnFactor: boolean;
  /** It was registered: where the company wants that, others open nothing. */
  readonly isRegistered: boolean;
  readonly system: Visitor;
}

const FREE: Standing = { isBlocked: false, checks: [], unread: [], isFixableAlone: false };

/** A report of the past with what it says: read once, for however many policies it is judged by. */
interface ReadReport extends PastReport {
  readonly said: DeviceReport;
}

export function readPast(past: PastReport): ReadReport {
  return { ...past, said: knownReport(past.device, past.report, past.report.receivedAt) };
}

/** How a computer stood by its report, at the moment of that report. @param policy as of the day that is asked about */
export function standingOf(context: ServerContext, policy: Policy, past: PastReport): Standing {
  const { id: personId, groups } = past.person;
  const isReached = isEnforcedFor(policy, { personId, groups, applicationName: null });
  return isReached ? judgeEnforced(context, policy, readPast(past)) : FREE;
}

/** The same where the policy is enforced for its person. */
export function judgeEnforced(
  context: ServerContext,
  policy: Policy,
  { device, person, report, said }: ReadReport,
): Standing {
  const evaluation = evaluate({
    report: said,
    policy,
    now: report.receivedAt,
    login: person.login,
    isEnrollmentOffered: context.configuration.managedDeviceService !== null,
    ...deviceIdFor(device),
  });
  if (mayContinue(evaluation, policy)) return FREE;
  const blocking = blockingChecks(evaluation.securityChecks);
  return {
    isBlocked: true,
    checks: blocking.map(({ checkType }) => checkType),
    unread: blocking.flatMap(({ checkType, state, reason }) =>
      state === 'unknown' ? [{ checkType, reason: reason ?? 'unexpected-output' }] : [],
    ),
    isFixableAlone: blocking.every(({ fixAction }) => fixAction !== null),
  };
}

const systemFactSchema = z.object({ value: z.object({ version: z.nullable(z.string()) }) });

/** @param firsts the first computer of each person */
export function readComputer({ device, said }: ReadReport, firsts: ReadonlySet<string>): Omit<Computer, 'meetsPolicy'> {
  const fact = systemFactSchema.safeParse(said.facts['operatingSystem']);
  return {
    isOwnFactor: standingAsFactor(device, firsts.has(device.id)) === 'factor',
    isRegistered: device.state === 'approved',
    system: {
      system: said.device.operatingSystem,
      systemVersion: fact.success ? fact.data.value.version : null,
      browser: '',
      browserVersion: '',
    },
  };
}

/**
 * The computers that have reported since, by the policy that holds, and by whose they are.
 * @param moments as of which they are judged
 * @param of only theirs; left out: everybody's
 */
export async function readComputers(
  context: ServerContext,
  since: Date,
  moments: readonly Date[],
  of?: readonly string[],
): Promise<ReadonlyMap<string, Computer[]>> {
  const { database, company, policy } = context;
  const held = moments.map((moment) => ({ moment, policy: policyAt(policy.policy, moment) }));
  const firsts = await findFirstDevices(database, company.id);
  const computers = new Map<string, Computer[]>();
  for await (const ofDevice of readPastReports(database, company.id, since, of)) {
    const last = ofDevice.at(-1);
    if (last === undefined) continue;
    const past = readPast(last);
    const own = computers.get(past.person.id) ?? [];
    const met = new Set(
      held.flatMap((then) => (judgeEnforced(context, then.policy, past).isBlocked ? [] : [then.moment.getTime()])),
    );
    own.push({ ...readComputer(past, firsts), meetsPolicy: (moment) => met.has(moment.getTime()) });
    computers.set(past.person.id, own);
  }
  return computers;
}
