import type { ADMIN_CALLS, GateState, Outcome, PolicyImpact } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { changeSettings } from '../../repositories/admin-companies.ts';
import { gateStateOf } from '../gate-state.ts';
import { isRefusal, type Refusal, refuse } from '../server-context.ts';
import { type Acting, carryOut, changesBetween } from './acting.ts';
import { blockedText, measureImpact } from './policy-impact.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminSetGate.body>;

/**
 * Opens the gate for everybody for a while, or closes it. Closing is what can lock people out: it says first whom, and is
 * refused for more than are accepted. Opening never waits for anything.
 */
export async function setGate(
  acting: Acting,
  wanted: Wanted,
): Promise<(Outcome & { gate: GateState; impact: PolicyImpact | null }) | Refusal<'too_many_blocked'>> {
  const { context, isDryRun } = acting;
  const before = gateStateOf(context);
  const gate = stateFor(wanted, context.now());
  const isClosing = wanted.state === 'enforcing' && before.state === 'observing';
  const impact = isClosing ? await measureImpact(context, context.policy.policy, null) : null;
  if (impact !== null && !isDryRun && wanted.state === 'enforcing' && isTooMuch(impact, wanted.acceptBlocking)) {
    const { newlyBlocked, limitPercent } = impact;
    return refuse(
      'too_many_blocked',
      `Nothing was changed: ${blockedText(impact)}, do not meet the policy and would be blocked, which is more than ${limitPercent} percent of the people. Look at them with --dry-run. To enforce it all the same: --accept-blocking ${newlyBlocked}.`,
    );
  }
  const isSame = before.state === 'enforcing' && gate.state === 'enforcing';
  const outcome = await carryOut(
    acting,
    {
      action: 'gate',
      target: context.company.name,
      changes: isSame ? [] : changesBetween({ ...before }, { ...gate }),
      details: { reason: wanted.reason, ...(impact === null ? {} : { newlyBlocked: impact.newlyBlocked }) },
    },
    async (transaction) => {
      await changeSettings(transaction, context.company.id, (stored) => ({ ...stored, gate }));
      return null;
    },
  );
  if (isRefusal(outcome)) throw new Error('Opening or closing the gate cannot be refused.');
  if (!outcome.isDryRun && outcome.changes.length > 0) {
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  return { ...outcome, gate, impact };
}

function isTooMuch({ isOverLimit, newlyBlocked }: PolicyImpact, accepted = 0): boolean {
  return isOverLimit && newlyBlocked > accepted;
}

function stateFor(wanted: Wanted, now: Date): GateState {
  if (wanted.state === 'enforcing') return { state: 'enforcing', until: null, isReading: true, reason: null };
  const { minutes, isReading, reason } = wanted;
  const until = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
  return { state: 'observing', until, isReading, reason };
}
