import {
  CALLS,
  type FirstStep,
  FIRST_STEPS,
  type FirstStepSentence,
  type GateState,
  sayFirstStep,
} from '@vestibule/contracts';
import { countCompany } from '../../repositories/admin-counts.ts';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import { countArrived, findLastAnswered, findLastRead } from '../../repositories/first-steps.ts';
import { findMailServer } from '../../repositories/mail-servers.ts';
import { countPeopleAtUpstream, findUpstreams } from '../../repositories/upstreams.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { countUsableAdministrators } from '../people/administrators/last-administrator.ts';
import { describeScope } from '../policy/describe-scope.ts';
import { gateStateOf } from '../policy/gate/gate-state.ts';
import { notesOnInstalling } from '../policy/impact/notes-on-installing.ts';
import { nextStep } from './next-step.ts';

/** Someone is always on a telephone, or on holiday: so much of ten is enough to go on. */
const ENOUGH = 9;

/** What was found of one step. */
interface Found {
  readonly isDone: boolean;
  /** It was done before. */
  readonly isUndone?: boolean;
  readonly id: FirstStepSentence;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** From nothing to everyone. Nothing of it is ticked by hand: each step is what the gate finds. */
export async function describeFirstSteps(context: ServerContext) {
  const { database, company, now } = context;
  const installed = await countArrived(database, company.id, now());
  const gate = gateStateOf(context);
  const found: { readonly [step in FirstStep]: Found } = {
    people: await findPeople(context),
    application: await findApplication(context),
    policy: findPolicy(context),
    arrivals:
      installed.people > 0
        ? { isDone: true, id: 'people-came', values: { people: installed.people } }
        : { isDone: false, id: 'no-one-came' },
    install: findInstalled(installed),
    rehearse: await findRehearsal(context),
    pilot: findPilot(context, gate),
    everyone: findEveryone(context, gate),
  };
  const next = nextStep((step) => found[step].isDone);
  return {
    steps: FIRST_STEPS.map((step) => {
      const { isDone, isUndone = false, id, values = {} } = found[step];
      const waits = step === next ? ('now' as const) : ('later' as const);
      const state = isDone ? ('done' as const) : isUndone ? ('undone' as const) : waits;
      return { step, state, sentence: { id, values }, says: sayFirstStep({ id, values }) };
    }),
    installed,
    missing: await notesOnInstalling(context),
    goodToDo: [
      { what: 'support' as const, isDone: (company.support['phone'] ?? '') !== '' },
      { what: 'mail' as const, isDone: (await findMailServer(database, company.id)) !== null },
      { what: 'second-administrator' as const, isDone: (await countUsableAdministrators(context)) > 1 },
    ],
  };
}

async function findPeople({ database, company, now }: ServerContext): Promise<Found> {
  const providers = (await findUpstreams(database, company.id)).filter(({ isEnabled }) => isEnabled);
  for (const { id, name } of providers) {
    const people = await countPeopleAtUpstream(database, company.id, id);
    if (people > 0) return { isDone: true, id: 'provider-used', values: { provider: name, people } };
  }
  const [provider] = providers;
  if (provider !== undefined) {
    return { isDone: false, id: 'provider-unused', values: { provider: provider.name } };
  }
  const { people } = await countCompany(database, company.id, now());
  // The first administrator alone is no company.
  return people > 1 ? { isDone: true, id: 'people-here', values: { people } } : { isDone: false, id: 'no-people' };
}

async function findApplication({ database, company }: ServerContext): Promise<Found> {
  const applications = (await findAllApplications(database, company.id)).filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const [application] = applications;
  if (application === undefined) return { isDone: false, id: 'no-application' };
  const last = await findLastAnswered(database, company.id);
  return last === null
    ? { isDone: false, id: 'application-unused', values: { application: application.name } }
    : { isDone: true, id: 'application-used', values: { application: last.name, at: last.at.toISOString() } };
}

function findPolicy({ policy: { source, policy } }: ServerContext): Found {
  if (source === 'built-in') return { isDone: false, id: 'no-policy' };
  const checks = Object.values(policy.checks).filter((check) => check !== undefined && check.severity !== 'off').length;
  return { isDone: true, id: 'policy-written', values: { checks } };
}

function findInstalled({ people, workplace }: { readonly people: number; readonly workplace: number }): Found {
  if (people === 0) return { isDone: false, id: 'no-one-to-count' };
  if (people === workplace) return { isDone: true, id: 'all-have-both', values: { people } };
  return {
    isDone: workplace * 10 >= people * ENOUGH,
    id: 'some-have-both',
    values: { reported: workplace, people, others: people - workplace },
  };
}

async function findRehearsal({ database, company }: ServerContext): Promise<Found> {
  const { method, path } = CALLS.adminRehearsePolicy;
  const at = await findLastRead(database, company.id, `${method} ${path}`);
  return at === null
    ? { isDone: false, id: 'not-rehearsed' }
    : { isDone: true, id: 'rehearsed', values: { at: at.toISOString() } };
}

function findPilot(context: ServerContext, gate: GateState): Found {
  if (gate.state === 'observing') return { isDone: false, id: 'no-pilot' };
  const enforcedFor = describeScope(context.policy.policy);
  return enforcedFor === null
    ? { isDone: true, id: 'pilot-over' }
    : { isDone: true, id: 'pilot-enforced', values: { enforcedFor } };
}

function findEveryone(context: ServerContext, gate: GateState): Found {
  if (gate.state === 'enforcing') {
    const { source, policy } = context.policy;
    const isForEveryone = source !== 'built-in' && policy.isPolicyEnforced && describeScope(policy) === null;
    return isForEveryone ? { isDone: true, id: 'everyone-enforced' } : { isDone: false, id: 'everyone-later' };
  }
  // It ends by itself, and the policy is enforced again: it was before.
  return gate.until !== null && gate.afterwards === null
    ? { isDone: false, isUndone: true, id: 'everyone-open', values: { at: gate.until } }
    : { isDone: false, id: 'everyone-later' };
}
