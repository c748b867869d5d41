import { isEnforcedFor, judgeCompatibility, policyAt, type Visitor } from '@vestibule/policy';
import * as z from 'zod/mini';
import { findReachable, type Reachable } from '../../repositories/people-reach.ts';
import { type PastReport, readPastReports } from '../../repositories/report-history.ts';
import { gateStateOf } from '../gate-state.ts';
import { knownReport } from '../judge.ts';
import { describeSupportedVersions } from '../online/supported-versions.ts';
import { type Refusal, refuse, type ServerContext } from '../server-context.ts';
import type { Acting } from './acting.ts';
import { maySkip, meetsTheGate } from './people-in-scope.ts';
import { IMPACT_DAYS, LIMIT_PERCENT, standingOf } from './policy-impact.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 5;

/** What decides, beside the policy, whether somebody is let through to work applications. */
export interface Situation {
  /** With the settings of that situation. */
  readonly context: ServerContext;
  /** The check is the second factor: then no open gate goes round it. */
  readonly isDeviceTheFactor: boolean;
  /** Groups by person, where they are others than those that are stored. */
  readonly groups?: ReadonlyMap<string, readonly string[]>;
}

/** Whom a change would newly keep from work applications. */
export interface NewlyStopped {
  /** Of how many who may come to the gate. */
  readonly people: number;
  readonly logins: readonly string[];
}

export const NOBODY_STOPPED: NewlyStopped = { people: 0, logins: [] };

export interface Accepted {
  /** How many people somebody said may be newly stopped. */
  readonly acceptBlocking?: number | undefined;
}

/** What the last report of a computer says of it. */
interface Computer {
  readonly isGoodEnough: boolean;
  readonly system: Visitor;
}

/**
 * Counts people who are let through as things stand, and would not be after a change of settings or groups: none of their
 * computers passes by its last report, whose system is looked for in the list of supported ones too, or none has reported.
 */
export async function measureNewlyStopped(before: Situation, after: Situation): Promise<NewlyStopped> {
  const { database, company, now } = before.context;
  const since = new Date(now().getTime() - IMPACT_DAYS * DAY_MS);
  const computers = new Map<string, Computer[]>();
  for await (const ofDevice of readPastReports(database, company.id, since)) {
    const past = ofDevice.at(-1);
    if (past === undefined) continue;
    computers.set(past.person.id, [...(computers.get(past.person.id) ?? []), readComputer(before.context, past)]);
  }
  const everybody = (await findReachable(database, company.id, since)).filter(meetsTheGate);
  const newly = everybody.filter((person) => {
    const own = computers.get(person.id) ?? [];
    return isStopped(after, person, own) && !isStopped(before, person, own);
  });
  return { people: everybody.length, logins: newly.map(({ login }) => login) };
}

/** Whom other groups newly keep out: those whom the policy reaches because of them. */
export function measureGroups(
  context: ServerContext,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<NewlyStopped> {
  if (groups.size === 0 || context.policy.policy.enforceFor?.groups === undefined) {
    return Promise.resolve(NOBODY_STOPPED);
  }
  const before: Situation = { context, isDeviceTheFactor: false };
  return measureNewlyStopped(before, { ...before, groups });
}

function isStopped(situation: Situation, person: Reachable, computers: readonly Computer[]): boolean {
  const { context, isDeviceTheFactor, groups } = situation;
  const { policy } = context.policy;
  if (!isDeviceTheFactor) {
    const own = groups?.get(person.id) ?? person.groups;
    const isReached = isEnforcedFor(policy, { personId: person.id, groups: own, applicationName: null });
    if (gateStateOf(context).state === 'observing' || !isReached) return false;
    if (!person.hasComputer && maySkip(context, policy, person)) return false;
  }
  const settings = {
    supportedVersions: describeSupportedVersions(context),
    mode: 'frontline' as const,
    sessionType: context.configuration.sessionType,
  };
  return !computers.some(
    ({ isGoodEnough, system }) => isGoodEnough && judgeCompatibility(system, settings).isSystemSupported,
  );
}

const systemFactSchema = z.object({ value: z.object({ version: z.nullable(z.string()) }) });

/** Whom the policy reaches is another question: here it is asked of everybody. */
function readComputer(context: ServerContext, past: PastReport): Computer {
  const { enforceFor: _, ...forEverybody } = policyAt(context.policy.policy, context.now());
  const { device, facts } = knownReport(past.device, past.report, past.report.receivedAt);
  const fact = systemFactSchema.safeParse(facts['operatingSystem']);
  return {
    isGoodEnough: !standingOf(context, forEverybody, past).isBlocked,
    system: {
      system: device.operatingSystem,
      systemVersion: fact.success ? fact.data.value.version : null,
      browser: '',
      browserVersion: '',
    },
  };
}

/**
 * What becomes of a change that newly stops people: refused for more of them than are accepted, unless it is a dry run, and
 * else told.
 */
export function answerToStopped(
  { isDryRun }: Pick<Acting, 'isDryRun'>,
  stopped: NewlyStopped,
  accepted: number | undefined,
): { readonly refusal: Refusal<'too_many_blocked'> | null; readonly notes: readonly string[] } {
  return { refusal: isDryRun ? null : whyTooMany(stopped, accepted), notes: noteOnStopped(stopped) };
}

/** @returns a sentence for whoever makes the change; none when nobody is newly stopped */
export function noteOnStopped({ people, logins }: NewlyStopped): string[] {
  return logins.length === 0 ? [] : [`It newly keeps ${whoIsStopped(people, logins)}.`];
}

/**
 * One person is only told of: whoever is put into a group, or has the only computer so far, is no surprise.
 * @param accepted how many somebody said may be stopped
 */
function whyTooMany(
  { people, logins }: NewlyStopped,
  accepted: number | undefined,
): Refusal<'too_many_blocked'> | null {
  const isMany = logins.length > 1 && logins.length > (people * LIMIT_PERCENT) / 100;
  if (!isMany || logins.length <= (accepted ?? 0)) return null;
  return refuse(
    'too_many_blocked',
    `Nothing was changed: it would newly keep ${whoIsStopped(people, logins)}. That is more than ${LIMIT_PERCENT} percent of the people. Open the gate first (vestibule gate observe --help) where that lets them through, or do it all the same: --accept-blocking ${logins.length}.`,
  );
}

function whoIsStopped(people: number, logins: readonly string[]): string {
  const others = logins.length - EXAMPLES;
  const named = [...logins.slice(0, EXAMPLES), ...(others > 0 ? [`${others} more`] : [])].join(', ');
  const whose = logins.length === 1 ? 'whose computer does not' : 'whose computers do not';
  return `${logins.length} of ${people} people from work, ${whose} pass by a report of the last ${IMPACT_DAYS} days: ${named}`;
}
