import { createHash } from 'node:crypto';
import type { VerdictCause } from '@vestibule/contracts';
import { findAllApplications } from '../../../repositories/admin-applications.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { namesInChecks } from '@vestibule/policy';
import { gateStateOf } from '../gate/gate-state.ts';
import { type Places, placesApart } from './verdict-of.ts';

/** Counts up when the same report is judged otherwise by the same policy: every verdict is looked at again then. */
const JUDGING = 1;

/** What verdicts of a company go by, and where its people may be going. */
export interface Basis {
  readonly text: string;
  readonly places: Places;
}

/** Everything but the report, the computer and its person that a verdict depends on, as one text. */
export async function basisOf(context: ServerContext): Promise<Basis> {
  const { configuration, policy, lifecycle } = context;
  const places = await placesOf(context);
  const settings = JSON.stringify([
    JUDGING,
    gateStateOf(context).state,
    configuration.registration.mode,
    configuration.managedDeviceService !== null,
    lifecycle.version,
    lifecycle.asOf,
    places,
  ]);
  const text = `${policy.version}.${createHash('sha256').update(settings).digest('hex').slice(0, 12)}`;
  return { text, places };
}

async function placesOf(context: ServerContext): Promise<Places> {
  // Mostly the policy tells no applications apart, and none is asked for.
  if (namesInChecks(context.policy.policy).applications.length === 0) return [null];
  const all = await findAllApplications(context.database, context.company.id);
  return placesApart(context, all.map(({ name }) => name).toSorted());
}

/** Why a verdict is judged again that was judged on another basis. */
export function causeBetween(before: string, after: string): VerdictCause {
  return before.split('.')[0] === after.split('.')[0] ? 'settings' : 'policy';
}
