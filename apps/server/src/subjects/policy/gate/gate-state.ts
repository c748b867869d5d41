import type { GateState } from '@vestibule/contracts';
import { isEnforcedFor } from '@vestibule/policy';
import type { Application } from '../../../repositories/companies.ts';
import type { PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import type { Person } from '../../../repositories/people.ts';
import { isDeviceTheFactor } from '../../settings/factor-rule.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** How the gate of a company stands at this moment: observing ends by itself. */
export function gateStateOf({ configuration, now }: Pick<ServerContext, 'configuration' | 'now'>): GateState {
  const { gate } = configuration;
  const isOver = gate.until !== null && Date.parse(gate.until) <= now().getTime();
  return isOver ? gateAfter(gate) : gate;
}

/** What comes when observing has ended by itself: what was before. */
export function gateAfter({ afterwards }: GateState): GateState {
  return afterwards === null ? ENFORCING : { ...afterwards, state: 'observing', until: null, afterwards: null };
}

export const ENFORCING: GateState = {
  state: 'enforcing',
  until: null,
  isReading: true,
  reason: null,
  afterwards: null,
};

/** Of a company that was just made: no one is there yet with a policy, nor with Workplace. Enforced, it would stop everybody. */
export const NOT_CLOSED_YET = {
  ...ENFORCING,
  state: 'observing',
  reason: 'set up, and not closed yet',
} as const satisfies GateState;

/** How a sign-in is let through while the policy is not enforced for it. */
export type Observation = 'enforced' | 'reading' | 'straight';

/**
 * Whether the policy is enforced in the sign-in of this person to this application. Where the device check is the second
 * factor it always is: observing is no way round a factor.
 */
export function observationOf(
  context: ServerContext,
  person: Person,
  application: Application,
  pending: Pick<PendingSignInRow, 'mode' | 'requestedAuthnContext'>,
): Observation {
  return isDeviceTheFactor(context, application, pending)
    ? 'enforced'
    : observationByPolicy(context, person, application);
}

/** The same where the device check is not the second factor. */
export function observationByPolicy(
  context: ServerContext,
  person: { readonly id: string; readonly groups: readonly string[] },
  application: Pick<Application, 'name'>,
): Observation {
  const gate = gateStateOf(context);
  if (gate.state === 'observing') return gate.isReading ? 'reading' : 'straight';
  const visit = { personId: person.id, groups: person.groups, applicationName: application.name };
  return isEnforcedFor(context.policy.policy, visit) ? 'enforced' : 'reading';
}
