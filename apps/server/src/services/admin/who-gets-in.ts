import type { Policy } from '@vestibule/policy';
import { judgeCompatibility } from '@vestibule/policy';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import type { Application } from '../../repositories/companies.ts';
import type { Reachable } from '../../repositories/people-reach.ts';
import { isDeviceTheFactor } from '../factor-rule.ts';
import { ENFORCING, NOT_CLOSED_YET, observationByPolicy } from '../gate-state.ts';
import { describeSupportedVersions } from '../online/supported-versions.ts';
import type { ServerContext } from '../server-context.ts';
import { signInModeOf } from '../sign-in-mode.ts';
import { mayNotSkip } from '../skip-rule.ts';
import type { Computer } from './judged-computer.ts';

/** Somebody, as far as it decides whether they are let in. */
export type Known = Pick<Reachable, 'id' | 'groups' | 'settings'>;

/** What decides, beside the computers, whether people are let through to work applications. */
export interface Situation {
  /** With the settings and the policy of that situation. */
  readonly context: ServerContext;
  /** What is otherwise of people than it is stored, by their id. */
  readonly people?: ReadonlyMap<string, Partial<Known>>;
}

/**
 * Whether the gate lets somebody through to one application at one moment.
 * @param computers theirs of which a report is known: with none, they meet the page that asks to install Workplace
 */
export type Door = (person: Known, computers: readonly Computer[]) => boolean;

/**
 * The way to an application, asked as the gate asks it when somebody comes. What only their coming tells is left out: a
 * phone's way, temporary access, and how often somebody has gone on without Workplace.
 */
export function doorTo({ context, people }: Situation, application: Application, moment: Date = context.now()): Door {
  const then: ServerContext = { ...context, now: () => moment };
  const signIn = { mode: signInModeOf(then, application), requestedAuthnContext: null };
  const isFactor = isDeviceTheFactor(then, application, signIn);
  const list = {
    supportedVersions: describeSupportedVersions(then),
    mode: signIn.mode,
    sessionType: then.configuration.sessionType,
  };
  const opens = ({ meetsPolicy, isOwnFactor, system }: Computer) =>
    meetsPolicy && (isOwnFactor || !isFactor) && judgeCompatibility(system, list).isSystemSupported;
  return (stored, computers) => {
    const person = { ...stored, ...people?.get(stored.id) };
    if (!isFactor && observationByPolicy(then, person, application) !== 'enforced') return true;
    if (computers.length > 0) return computers.some(opens);
    return !isFactor && mayNotSkip(then, person, signIn, application) === null;
  };
}

/**
 * The applications that are asked about. One that is switched off counts as well: nobody is counted when it is switched on
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
 * Whom a change newly keeps out: on the way to one application at least, they are let through before and not after. That
 * is asked of this moment, and of each at which something ends by itself that lets people through, since nobody is asked
 * then: observing for a while, and going on without Workplace until a day.
 */
export function newlyKeptOut(
  before: Situation,
  after: Situation,
  places: readonly Place[],
): (person: Known, computers: readonly Computer[]) => boolean {
  const doors = momentsOf(before.context, after.context).flatMap((moment) =>
    places.map((place) => ({
      was: doorTo(before, place.before, moment),
      is: doorTo(after, place.after, moment),
    })),
  );
  return (person, computers) => doors.some(({ was, is }) => !is(person, computers) && was(person, computers));
}

function momentsOf(...contexts: readonly [ServerContext, ...ServerContext[]]): Date[] {
  const now = contexts[0].now().getTime();
  const ends = contexts
    .flatMap(({ configuration: { gate, skipping } }) => [gate.until, skipping.until])
    .flatMap((until) => (until === null ? [] : [Date.parse(until)]));
  return [...new Set([now, ...ends.filter((end) => end > now)])].map((moment) => new Date(moment));
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
