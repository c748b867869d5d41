import { isDeepStrictEqual } from 'node:util';
import { namesInChecks } from '@vestibule/policy';
import type { Application } from '../../../repositories/companies.ts';
import { findReachable } from '../../../repositories/people-reach.ts';
import { isDeviceTheFactor } from '../../settings/factor-rule.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { signInModeOf } from '../../settings/sign-in-mode.ts';
import type { Acting } from '../../audit/acting.ts';
import { readComputers } from './judged-computer.ts';
import { meetsTheGate } from './people-in-scope.ts';
import { IMPACT_DAYS } from './judged-change.ts';
import { LIMIT_PERCENT } from './policy-impact.ts';
import { refusedWithout } from '../../audit/wanted-word.ts';
import { findPlaces, momentsOf, newlyKeptOut, type Place, type Situation } from './who-gets-in.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 5;

/** Whom a change would newly keep from work applications. */
export interface NewlyStopped {
  /** Of how many who may come to the gate. */
  readonly people: number;
  readonly logins: readonly string[];
  /** How many of them not today, and until when the last of them are let through. */
  readonly later: { readonly count: number; readonly on: string } | null;
}

export const NOBODY_STOPPED: NewlyStopped = { people: 0, logins: [], later: null };

export interface Accepted {
  /** How many people someone said may be newly stopped. */
  readonly acceptBlocking?: number | undefined;
}

/**
 * Counts people who are let through as things stand, and would not be after a change of settings, groups or an application:
 * to one application at least, by the last report of each of their computers.
 * @param places left out: every application, as it is stored
 */
export async function measureNewlyStopped(
  before: Situation,
  after: Situation,
  places?: readonly Place[],
): Promise<NewlyStopped> {
  const { context } = before;
  const { database, company, now } = context;
  const since = new Date(now().getTime() - IMPACT_DAYS * DAY_MS);
  const moments = momentsOf(before, after);
  const computers = await readComputers(context, since, moments, after.people && [...after.people.keys()]);
  const everybody = (await findReachable(database, company.id, since)).filter(meetsTheGate);
  const unchanged = async () => (await findPlaces(context)).map((place) => ({ before: place, after: place }));
  const whenNewly = newlyKeptOut(before, after, places ?? (await unchanged()), moments);
  // Where a change is of some people alone, it does nothing to the others.
  const newly = everybody
    .filter(({ id }) => after.people === undefined || after.people.has(id))
    .flatMap((person) => {
      const from = whenNewly(person, computers.get(person.id) ?? []);
      return from === null ? [] : [{ login: person.login, on: dayOf(from) }];
    });
  const later = newly.map(({ on }) => on).filter((on) => on > dayOf(now()));
  return {
    people: everybody.length,
    logins: newly.map(({ login }) => login),
    later: later.length === 0 ? null : { count: later.length, on: later.toSorted().at(-1) ?? '' },
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** Whom other groups newly keep out: those whom the policy reaches because of them. */
export function measureGroups(
  context: ServerContext,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<NewlyStopped> {
  const { policy } = context.policy;
  const goesByGroup = policy.enforceFor?.groups !== undefined || namesInChecks(policy).groups.length > 0;
  if (groups.size === 0 || !goesByGroup) {
    return Promise.resolve(NOBODY_STOPPED);
  }
  const people = new Map([...groups].map(([id, own]) => [id, { groups: own }]));
  return measureNewlyStopped({ context }, { context, people });
}

/** Whom a change of an application newly keeps from it: another name, or another rule for who comes there. */
export function measureApplication(context: ServerContext, place: Place): Promise<NewlyStopped> {
  return decidesAnew(context, place)
    ? measureNewlyStopped({ context }, { context }, [place])
    : Promise.resolve(NOBODY_STOPPED);
}

/** Whether a change of an application may keep someone from it: for others no one is looked for. */
export function decidesAnew(context: ServerContext, { before, after }: Place): boolean {
  const deciding = (application: Application) => {
    const mode = signInModeOf(context, application);
    return { name: application.name, mode, isFactor: isDeviceTheFactor(context, application, { mode }) };
  };
  return !isDeepStrictEqual(deciding(before), deciding(after));
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
  const refused = isTooMany(stopped, accepted)
    ? ` ${refusedWithout(`--accept-blocking ${stopped.logins.length}`)}`
    : '';
  const notes = noteOnStopped(stopped).map((note) => `${note}${refused}`);
  return { refusal: isDryRun ? null : whyTooMany(stopped, accepted), notes };
}

/** @returns a sentence for anyone who makes the change; none when no one is newly stopped */
export function noteOnStopped(stopped: NewlyStopped): string[] {
  return stopped.logins.length === 0 ? [] : [`It newly keeps ${whoIsStopped(stopped)}.`];
}

/**
 * One person is only told of: anyone who is put into a group, or has the only computer so far, is no surprise.
 * @param accepted how many someone said may be stopped
 */
function isTooMany({ people, logins }: NewlyStopped, accepted = 0): boolean {
  const isMany = logins.length > 1 && logins.length > (people * LIMIT_PERCENT) / 100;
  return isMany && logins.length > accepted;
}

function whyTooMany(stopped: NewlyStopped, accepted: number | undefined): Refusal<'too_many_blocked'> | null {
  if (!isTooMany(stopped, accepted)) return null;
  const { logins } = stopped;
  return refuse(
    'too_many_blocked',
    `Nothing was changed: it would newly keep ${whoIsStopped(stopped)}. That is more than ${LIMIT_PERCENT} percent of the people. Open the gate first (vestibule gate observe --help) where that lets them through, or do it all the same: --accept-blocking ${logins.length}.`,
  );
}

function whoIsStopped({ people, logins, later }: NewlyStopped): string {
  const others = logins.length - EXAMPLES;
  const named = [...logins.slice(0, EXAMPLES), ...(others > 0 ? [`${others} more`] : [])].join(', ');
  const whose = logins.length === 1 ? 'whose computer does not' : 'whose computers do not';
  return `${logins.length} of ${people} people from work${whenStopped(logins.length, later)}, ${whose} pass by a report of the last ${IMPACT_DAYS} days: ${named}`;
}

function whenStopped(all: number, later: NewlyStopped['later']): string {
  if (later === null) return '';
  return later.count === all ? ` (by ${later.on}, not today)` : ` (${later.count} of them by ${later.on}, not today)`;
}
