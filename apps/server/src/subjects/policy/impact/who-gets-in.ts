import type { Policy } from '@vestibule/policy';
import { judgeCompatibility, lastRollOutDay } from '@vestibule/policy';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import type { Application } from '../../../repositories/companies.ts';
import type { Reachable } from '../../../repositories/people-reach.ts';
import { isDeviceTheFactor } from '../../settings/factor-rule.ts';
import { ENFORCING, NOT_CLOSED_YET, observationByPolicy } from '../gate/gate-state.ts';
import { describeSupportedVersions } from '../../settings/supported-versions.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { signInModeOf } from '../../settings/sign-in-mode.ts';
import { mayNotSkip } from '../../settings/skip-rule.ts';
import type { Computer } from './judged-computer.ts';

/** Someone, as far as it decides whether they are let in. */
export type Known = Pick<Reachable, 'id' | 'groups' | 'settings'>;

/** What decides, next to the computers, whether people are let through to work applications. */
export interface Situation {
  /** With the settings and the policy of that situation. */
  readonly context: ServerContext;
  /** What is otherwise of people than it is stored, by their id. */
  readonly people?: ReadonlyMap<string, Partial<Known>>;
}

/**
 * Whether the gate lets someone through to one application at one moment.
 * @param computers theirs of which a report is known: with none, they meet the page that asks to install Workplace
 */
export type Door = (person: Known, computers: readonly Computer[]) => boolean;

/**
 * The ways to an application, each asked as the gate asks it when someone comes: by the computer they have, and by that or
 * by going on without Workplace. They are asked apart, for leave to go on ends: it makes up for no computer that stops
 * passing, and anyone who has nothing else loses it. What only their coming tells is left out: a phone's way, temporary access,
 * and how often someone has gone on without Workplace.
 */
export function doorsTo(
  { context, people }: Situation,
  application: Application,
  moment: Date = context.now(),
): readonly [byComputer: Door, byEither: Door] {
  const then: ServerContext = { ...context, now: () => moment };
  const signIn = { mode: signInModeOf(then, application), requestedAuthnContext: null };
  const isFactor = isDeviceTheFactor(then, application, signIn);
  const list = {
    supportedVersions: describeSupportedVersions(then),
    mode: signIn.mode,
    sessionType: then.configuration.sessionType,
  };
  const { isAllowed } = then.configuration.skipping;
  const isForRegistered = then.configuration.registration.mode === 'verified';
  const opens = ({ groups }: Known, { meetsPolicy, isOwnFactor, isRegistered, system }: Computer) =>
    meetsPolicy(moment, { groups, applicationName: application.name }) &&
    (isOwnFactor || !isFactor) &&
    (isRegistered || !isForRegistered) &&
    judgeCompatibility(system, list).isSystemSupported;
  const door =
    (countsSkipping: (computers: readonly Computer[]) => boolean): Door =>
    (stored, computers) => {
      const person = { ...stored, ...people?.get(stored.id) };
      if (!isFactor && observationByPolicy(then, person, application) !== 'enforced') return true;
      if (computers.some((computer) => opens(person, computer))) return true;
      return (
        isAllowed && countsSkipping(computers) && !isFactor && mayNotSkip(then, person, signIn, application) === null
      );
    };
  return [door((computers) => computers.length === 0), door(() => true)];
}

/**
 * The applications that are asked about. One that is switched off counts as well: no one is counted when it is switched on
 * again. Where there is none yet, it is one as it would be added.
 */
export async function findPlaces({ database, company, now }: ServerContext): Promise<readonly Application[]> {
  const all = await findAllApplications(database, company.id);
  return all.length > 0 ? all : [{ ...FIRST, companyId: company.id, createdAt: now() }];
}

const FIRST: Omit<Application, 'companyId' | 'createdAt'> = {
  id: '',
  name: '',
  entityId: '',
  startUrl: null,
  protocol: 'saml',
  serviceProvider: null,
  oidcClient: null,
  sealedSecret: null,
  settings: {},
  disabledAt: null,
};

/** An application before and after a change; mostly it is the same. */
export interface Place {
  readonly before: Application;
  readonly after: Application;
}

/**
 * Whom a change newly keeps out: on the way to one application at least, they are let through before and not after.
 * @param moments those of which that is asked (`momentsOf`)
 * @returns the first of them at which it does, or null
 */
export function newlyKeptOut(
  before: Situation,
  after: Situation,
  places: readonly Place[],
  moments: readonly Date[] = momentsOf(before, after),
): (person: Known, computers: readonly Computer[]) => Date | null {
  const doors = moments.map((moment) => ({
    moment,
    pairs: places.flatMap((place) => {
      const [wasByComputer, was] = doorsTo(before, place.before, moment);
      const [isByComputer, is] = doorsTo(after, place.after, moment);
      return [
        { was: wasByComputer, is: isByComputer },
        { was, is },
      ] as const;
    }),
  }));
  return (person, computers) =>
    doors.find(({ pairs }) => pairs.some(({ was, is }) => !is(person, computers) && was(person, computers)))?.moment ??
    null;
}

/**
 * This moment, and each later one at which by itself something ends that lets people through, or begins that stops them,
 * since no one is asked then: observing for a while, going on without Workplace until a day, start dates, grace and
 * exemptions of the policy.
 */
export function momentsOf(...situations: readonly [Situation, ...Situation[]]): Date[] {
  const now = situations[0].context.now();
  const ends = situations.flatMap(({ context: { configuration, policy } }) => [
    ...[configuration.gate.until, configuration.skipping.until].map((until) => until && new Date(until)),
    lastRollOutDay(policy.policy, now),
  ]);
  const later = ends.flatMap((end) => (end && end > now ? [end.getTime()] : []));
  return [now.getTime(), ...new Set(later)].toSorted((left, right) => left - right).map((moment) => new Date(moment));
}

/**
 * What a policy is measured in: as if the gate was closed, whether or not it is observing at the moment.
 * @param policy null: as if no policy stopped anybody, because the gate observes
 */
export function situationUnder(context: ServerContext, policy: Policy | null): Situation {
  return {
    context: {
      ...context,
      policy: { ...context.policy, ...(policy === null ? {} : { policy }) },
      configuration: { ...context.configuration, gate: policy === null ? NOT_CLOSED_YET : ENFORCING },
    },
  };
}
