import { isDeepStrictEqual } from 'node:util';
import {
  type ADMIN_CALLS,
  companyConfigurationSchema,
  type GateState,
  type Outcome,
  type PolicyImpact,
  type ShownGate,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { changeSettings, readSettings } from '../../../repositories/admin-companies.ts';
import type { Company } from '../../../repositories/companies.ts';
import { findBrakeHolds } from './brake.ts';
import { ENFORCING, gateStateOf } from './gate-state.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../../audit/acting.ts';
import { whyCountAnew } from '../impact/counted-by.ts';
import { describeScope } from '../describe-scope.ts';
import { blockedText, isTooMuch, measureImpact } from '../impact/policy-impact.ts';
import { noteOnUnprotected } from '../impact/note-on-unprotected.ts';
import { warnOfLifecycle } from '../lifecycle/describe-lifecycle.ts';
import { noteOnExtension, notesOnInstalling } from '../impact/notes-on-installing.ts';
import { findStaysClosed } from '../impact/stays-closed.ts';

type Wanted = z.infer<typeof ADMIN_CALLS.adminSetGate.body>;

/** So often opening begins again because another person changed the gate in the same moment. */
const OPENING_TRIES = 10;

/** How the gate stands, for whom the policy is enforced when it is, and what stays closed when it is not. */
export async function showGate(context: ServerContext, gate: GateState = gateStateOf(context)): Promise<ShownGate> {
  const [staysClosed, brakeHolds] = await Promise.all([findStaysClosed(context, gate), findBrakeHolds(context)]);
  return { ...gate, enforcedFor: describeScope(context.policy.policy), staysClosed, brakeHolds };
}

/**
 * Opens the gate for everybody for a while, or closes it. Closing is what can lock people out: it says first whom, and is
 * refused for more than are accepted, or when the gate or the policy is no longer what was counted by. Opening never waits
 * for anything.
 */
export async function setGate(
  acting: Acting,
  wanted: Wanted,
  tries = OPENING_TRIES,
): Promise<
  (Outcome & { gate: ShownGate; impact: PolicyImpact | null }) | Refusal<'too_many_blocked' | 'not_possible'>
> {
  const { context, isDryRun } = acting;
  const before = await readGate(context);
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
      warnings: [
        ...warnOfEarlierEnd(before, gate),
        ...(impact === null ? [] : await (impact.neverSeen > 0 ? notesOnInstalling : noteOnExtension)(context)),
        ...(wanted.state === 'enforcing' ? await noteOnUnprotected(context) : []),
        ...(wanted.state === 'enforcing' ? await warnOfLifecycle(context) : []),
      ],
    },
    (transaction) => storeGate(transaction, context, { before, gate }),
  );
  if (isRefusal(outcome)) return isClosing || tries === 1 ? outcome : setGate(acting, wanted, tries - 1);
  if (!outcome.isDryRun && outcome.changes.length > 0) {
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  return { ...outcome, gate: await showGate(context, gate), impact };
}

/** A colleague may rely on what they opened for longer. */
function warnOfEarlierEnd(before: GateState, after: GateState): string[] {
  if (before.until === null || after.until === null || after.until >= before.until) return [];
  const why = before.reason === null ? '' : ` (${before.reason})`;
  return [`It is open until ${before.until.slice(0, 16).replace('T', ' ')} UTC already${why}: this ends that earlier.`];
}

/** As it is stored at this moment: someone may have opened or closed it since this company was loaded. */
async function readGate(context: ServerContext): Promise<GateState> {
  return gateIn(context, await readSettings(context.database, context.company.id));
}

function gateIn({ now }: ServerContext, settings: Company['settings']): GateState {
  return gateStateOf({ configuration: companyConfigurationSchema.parse(settings), now });
}

/** Writes how the gate stands, if everything is still as that was worked out from; others who change it wait meanwhile. */
async function storeGate(
  transaction: Database,
  context: ServerContext,
  { before, gate }: { readonly before: GateState; readonly gate: GateState },
): Promise<Refusal<'not_possible'> | null> {
  const unfit = gate.state === 'enforcing' ? await whyCountAnew(transaction, context, before) : null;
  if (unfit !== null) return unfit;
  let isAsBefore = false;
  await changeSettings(transaction, context.company.id, (stored) => {
    isAsBefore = isDeepStrictEqual(gateIn(context, stored), before);
    return isAsBefore ? { ...stored, gate } : null;
  });
  return isAsBefore
    ? null
    : refuse('not_possible', 'Nothing was changed: a colleague has just changed the gate. Run the command again.');
}

function countsOf({ newlyBlocked, neverSeen, notSeenLately }: PolicyImpact) {
  return { newlyBlocked, neverSeen, notSeenLately };
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
