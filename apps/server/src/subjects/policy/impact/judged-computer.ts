import type { CheckType, DeviceReport, Unread } from '@vestibule/contracts';
import {
  blockingChecks,
  evaluate,
  isEnforcedFor,
  mayContinue,
  namesInChecks,
  type Policy,
  policyAt,
  type Subject,
  type Visitor,
} from '@vestibule/policy';
import * as z from 'zod/mini';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import { findFirstDevices } from '../../../repositories/devices.ts';
import { type PastReport, readPastReports } from '../../../repositories/report-history.ts';
import { deviceIdFor, knownReport } from '../judge.ts';
import { standingAsFactor } from '../second-factor-device.ts';
import type { ServerContext } from '../../../context/server-context.ts';

export interface Standing {
  readonly isBlocked: boolean;
  readonly checks: readonly CheckType[];
  /** Of those checks: what could not be read, and why. */
  readonly unread: Unread;
  readonly isFixableAlone: boolean;
}

/** What is known of a computer by its last report, no matter for whom the policy is enforced. */
export interface Computer {
  /**
   * @param moment one of those it was judged as of
   * @param visit who sits at it, and where they are going
   */
  readonly meetsPolicy: (moment: Date, visit: Pick<Subject, 'groups' | 'applicationName'>) => boolean;
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

/**
 * Where people may be going, as far as it makes a difference to these policies: each application where one of them has rules
 * for applications, and else nowhere in particular.
 */
export async function placesUnder(
  { database, company }: ServerContext,
  ...policies: readonly Policy[]
): Promise<readonly (string | null)[]> {
  if (policies.every((policy) => namesInChecks(policy).applications.length === 0)) return [null];
  const all = await findAllApplications(database, company.id);
  return all.length === 0 ? [null] : all.map(({ name }) => name);
}

/**
 * How a computer stood by its report, at the moment of that report.
 * @param policy as of the day that is asked about
 * @param places where it may be used to go (`placesUnder`): it is blocked where it is on the way to one of them
 */
export function standingOf(
  context: ServerContext,
  policy: Policy,
  past: PastReport,
  places: readonly (string | null)[],
): Standing {
  const { id: personId, groups } = past.person;
  const reached = places.filter((applicationName) => isEnforcedFor(policy, { personId, groups, applicationName }));
  const read = readPast(past);
  const blocked = reached
    .map((applicationName) => judgeEnforced(context, policy, read, { groups, applicationName }))
    .filter(({ isBlocked }) => isBlocked);
  if (blocked.length === 0) return FREE;
  const unread = new Map(blocked.flatMap((standing) => standing.unread.map((one) => [one.checkType, one] as const)));
  return {
    isBlocked: true,
    checks: [...new Set(blocked.flatMap(({ checks }) => checks))],
    unread: [...unread.values()],
    isFixableAlone: blocked.every(({ isFixableAlone }) => isFixableAlone),
  };
}

/** The same on the way to one application, where the policy is enforced for its person. */
export function judgeEnforced(
  context: ServerContext,
  policy: Policy,
  { device, person, report, said }: ReadReport,
  visit: Pick<Subject, 'groups' | 'applicationName'>,
): Standing {
  const evaluation = evaluate({
    report: said,
    policy,
    now: report.receivedAt,
    lifecycle: context.lifecycle,
    login: person.login,
    visit,
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
    own.push({ ...readComputer(past, firsts), meetsPolicy: judgeByVisit(context, held, past) });
    computers.set(past.person.id, own);
  }
  return computers;
}

/** Judged once where it is the same for everybody; only rules by group or application keep the report until they are asked. */
function judgeByVisit(
  context: ServerContext,
  held: readonly { readonly moment: Date; readonly policy: Policy }[],
  past: ReadReport,
): Computer['meetsPolicy'] {
  const meets = (policy: Policy, visit: Pick<Subject, 'groups' | 'applicationName'>) =>
    !judgeEnforced(context, policy, past, visit).isBlocked;
  const { groups, applications } = namesInChecks(context.policy.policy);
  if (groups.length + applications.length === 0) {
    const nobody = { groups: [], applicationName: null };
    const met = new Set(held.filter(({ policy }) => meets(policy, nobody)).map(({ moment }) => moment.getTime()));
    return (moment) => met.has(moment.getTime());
  }
  return (moment, visit) => {
    const then = held.find((one) => one.moment.getTime() === moment.getTime());
    return then !== undefined && meets(then.policy, visit);
  };
}
