import { type ChangePort, type CheckFix, oneScan, SETTINGS_PLACES, type SettingsPlace } from '@vestibule/checks';
import { FIX_ACTION_TYPES, type FixAction, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { withinRoot } from './within-root.ts';

/** What became of one change, before the check is read again. */
export const appliedFixSchema = z.object({
  fixActionType: z.enum(FIX_ACTION_TYPES),
  result: z.union([
    z.object({ ok: z.literal(true), undo: z.string() }),
    z.object({ ok: z.literal(true), opened: z.enum(Object.keys(SETTINGS_PLACES) as [SettingsPlace]) }),
    z.object({
      ok: z.literal(false),
      outcome: z.enum(['not-fixed', 'cancelled', 'refused', 'managed', 'not-possible']),
      detail: z.string(),
    }),
  ]),
});
export type AppliedFix = z.infer<typeof appliedFixSchema>;
/** A result of a fix that came to nothing. */
export type RefusedFix = Extract<AppliedFix['result'], { ok: false }>;

/** A fix action together with the code that carries it out, its values already checked. */
export interface PreparedFix {
  readonly action: FixAction;
  readonly fix: CheckFix;
  readonly parameters: unknown;
}

/** Finds the fix of an action on this operating system and checks the action's values against the fix's own schema. */
export function prepareFix(
  action: FixAction,
  system: ChangePort,
  fixes: readonly CheckFix[],
): PreparedFix | AppliedFix {
  const fix = findFix(action, system, fixes);
  if (fix === undefined)
    return notPossible(action, say('Workplace cannot change this setting on this operating system.'));
  const parameters = fix.parameters.safeParse(action.parameters ?? {});
  if (!parameters.success) return notPossible(action, say('The wanted value is not one that this setting takes.'));
  return { action, fix, parameters: parameters.data };
}

export function findFix(
  { fixActionType }: FixAction,
  { operatingSystem }: Pick<ChangePort, 'operatingSystem'>,
  fixes: readonly CheckFix[],
): CheckFix | undefined {
  return fixes.find((fix) => fix.type === fixActionType && fix.operatingSystem === operatingSystem);
}

export function isPrepared(prepared: PreparedFix | AppliedFix): prepared is PreparedFix {
  return 'fix' in prepared;
}

/** Carries out one fix with the rights that this process has. What it looks at before it changes anything is one scan. */
export async function applyFix({ action, fix, parameters }: PreparedFix, system: ChangePort): Promise<AppliedFix> {
  const applied = await fix.apply(oneScan(withinRoot(system)), parameters);
  if (applied.ok) return { fixActionType: action.fixActionType, result: { ok: true, ...applied.value } };
  switch (applied.reason) {
    case 'blocked-by-policy':
      return refusal(action, 'managed', applied.detail);
    case 'tool-missing':
    case 'not-supported':
    case 'no-session':
    case 'missing':
      return refusal(action, 'not-possible', applied.detail);
    case 'access-denied':
      return refusal(action, 'refused', applied.detail);
    default:
      return refusal(action, 'not-fixed', applied.detail);
  }
}

export function notPossible(action: FixAction, detail: string): AppliedFix {
  return refusal(action, 'not-possible', detail);
}

export function refusal(
  action: FixAction,
  outcome: 'not-fixed' | 'cancelled' | 'refused' | 'managed' | 'not-possible',
  detail: string,
): AppliedFix {
  return { fixActionType: action.fixActionType, result: { ok: false, outcome, detail } };
}
