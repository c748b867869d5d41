import type { ADMIN_CALLS, GateState, Outcome, PolicyImpact, ShownGate } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { changeSettings } from '../../repositories/admin-companies.ts';
import { ENFORCING, gateStateOf } from '../gate-state.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../server-context.ts';
import { type Acting, carryOut, changesBetween } from './acting.ts';
import { describeScope } from './describe-scope.ts';
import { blockedText, isTooMuch, measureImpact } from './policy-impact.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminSetGate.body>;

/** How the gate stands, and for whom the policy is enforced when it is. */
export function showGate(context: ServerContext, gate: GateState = gateStateOf(context)): ShownGate {
  return { ...gate, enforcedFor: describeScope(context.policy.policy) };
}

/**
 * Opens the gate for everybody for a while, or closes it. Closing is what can lock people out: it says first whom, and is
 * refused for more than are accepted. Opening never waits for anything.
 */
export async function setGate(
  acting: Acting,
  wanted: Wanted,
): Promise<(Outcome & { gate: ShownGate; impact: PolicyImpact | null }) | Refusal<'too_many_blocked'>> {
  const { context, isDryRun } = acting;
  const before = gateStateOf(context);
  const gate = stateFor(wanted, before, context.now());
  const isClosing = wanted.state === 'enforcing' && before.state === 'observing';
  const impact = isClosing ? await measureImpact(context, context.policy.policy, null) : null;
  if (impact !== null && !isDryRun && wanted.state === 'enforcing' && isTooMuch(impact, wanted.acceptBlocking)) {
    const { toAccept, limitPercent } = impact;
    return refuse(
      'too_many_blocked',
      `Nothing was changed: it would stop ${blockedText(impact)}. That is more than ${limitPercent} percent of the people. Look at them with --dry-run. To enforce it all the same: --accept-blocking ${toAccept}.`,
    );
  }
  const isSame = before.state === 'enforcing' && gate.state === 'enforcing';
  const outcome = await carryOut(
    acting,
    {
      action: 'gate',
      target: context.company.name,
      changes: isSame ? [] : changesBetween({ ...before }, { ...gate }),
      details: {
        state: gate.state,
        until: gate.until,
        reason: wanted.reason,
        ...(impact === null ? {} : countsOf(impact)),
      },
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
  return { ...outcome, gate: showGate(context, gate), impact };
}

function countsOf({ newlyBlocked, neverSeen }: PolicyImpact) {
  return { newlyBlocked, neverSeen };
}

/** Observing for a while goes back to observing without an end, if that is what it was begun in. */
function stateFor(wanted: Wanted, before: GateState, now: Date): GateState {
  if (wanted.state === 'enforcing') return ENFORCING;
  const { minutes, isReading, reason } = wanted;
  if (minutes === undefined) return { state: 'observing', until: null, isReading, reason, afterwards: null };
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const isWithoutEnd = before.state === 'observing' && before.until === null;
  const afterwards = isWithoutEnd ? { isReading: before.isReading, reason: before.reason } : before.afterwards;
  return { state: 'observing', until, isReading, reason, afterwards };
}
