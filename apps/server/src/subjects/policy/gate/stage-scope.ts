import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { GateStage, GateState } from '@vestibule/contracts';
import { type Policy, withValues } from '@vestibule/policy';
import type { LoadedPolicy } from '../../../context/loaded-policy.ts';
import { readPolicyText } from '../policies.ts';

/** For whom a stage is. */
interface Scope {
  readonly groups: readonly string[];
  readonly percentage: GateStage['percentage'];
  readonly applications: readonly string[];
}

/** A stage as `enforceFor` of a policy says it. @returns undefined: everybody, which a policy says by saying nothing */
export function enforceForOf({ groups, percentage, applications }: Scope): Policy['enforceFor'] {
  const said = {
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(percentage !== null && { percentage }),
    ...(applications.length > 0 && { applications: [...applications] }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

/** The policy enforced for a stage, and otherwise as it is. @returns null: its text cannot be changed so */
export function policyFor(held: LoadedPolicy, stage: Scope): LoadedPolicy | null {
  const enforceFor = enforceForOf(stage);
  if (isDeepStrictEqual(sorted(held.policy.enforceFor), sorted(enforceFor))) return held;
  const edited = withValues(held.text, [{ path: ['enforceFor'], value: enforceFor }]);
  const read = edited === null ? null : readPolicyText(edited, 'command');
  return read?.ok === true && isDeepStrictEqual(read.loaded.policy.enforceFor, enforceFor) ? read.loaded : null;
}

/** Which stage holds: the last one that says what the policy does. @returns its place, or -1: none, or the gate is open */
export function placeThatHolds(stages: readonly Scope[], gate: GateState, { enforceFor }: Policy): number {
  if (gate.state !== 'enforcing') return -1;
  return stages.findLastIndex((stage) => isDeepStrictEqual(sorted(enforceForOf(stage)), sorted(enforceFor)));
}

/** The order in which names are written says nothing. */
function sorted(scope: Policy['enforceFor']) {
  const names = (list: readonly string[] | undefined) => list?.map((name) => name.toLowerCase()).toSorted();
  return { groups: names(scope?.groups), percentage: scope?.percentage, applications: names(scope?.applications) };
}

/** Changes when the plan is changed, or a stage is begun; not when one is held back. */
export function versionOf(stages: readonly GateStage[]): string {
  const told = stages.map((stage) => ({ ...stage, toldAt: null, heldBack: null }));
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
}
