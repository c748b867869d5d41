import { isDeepStrictEqual } from 'node:util';
import {
  type ADMIN_CALLS,
  companyConfigurationSchema,
  type GateStage,
  type Outcome,
  type PolicyImpact,
  type ShownStages,
} from '@vestibule/contracts';
import { enforcesNoLess, type Policy } from '@vestibule/policy';
import type * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { changeSettings, readSettings } from '../../../repositories/admin-companies.ts';
import { findReachable } from '../../../repositories/people-reach.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import type { LoadedPolicy } from '../../../context/loaded-policy.ts';
import { type Acting, carryOut, changesBetween } from '../../audit/acting.ts';
import { whyCountAnew } from '../impact/counted-by.ts';
import { IMPACT_DAYS } from '../impact/judged-change.ts';
import { isReached, meetsTheGate } from '../impact/people-in-scope.ts';
import { blockedText, isTooMuch, measureImpact } from '../impact/policy-impact.ts';
import { notesOnInstalling } from '../impact/notes-on-installing.ts';
import { warnOfScope } from '../impact/warn-of-scope.ts';
import { applyPolicy } from '../policies.ts';
import { ENFORCING, gateAfter, gateStateOf } from './gate-state.ts';
import { plannerOf } from './planner.ts';
import { enforceForOf, placeThatHolds, policyFor, versionOf } from './stage-scope.ts';

const DAY_MS = 86_400_000;

type Body<Name extends 'adminSetStages' | 'adminBeginStage'> = z.infer<(typeof ADMIN_CALLS)[Name]['body']>;

/** The plan as it is stored at this moment: a colleague may have changed it since this company was loaded. */
export async function readStages({ database, company }: Pick<ServerContext, 'database' | 'company'>) {
  return companyConfigurationSchema.parse(await readSettings(database, company.id)).stages;
}

/**
 * The stages, read from the gate itself: which one holds is what the policy says, and not what was ticked. While everyone is let
 * in for a while it is the one that holds again then.
 */
export async function showStages(
  context: ServerContext,
  stages?: readonly GateStage[],
  { policy }: LoadedPolicy = context.policy,
  gate = gateStateOf(context),
): Promise<ShownStages> {
  const { database, company, now } = context;
  const shown = stages ?? (await readStages(context));
  const holds = placeThatHolds(shown, gate.until === null ? gate : gateAfter(gate), policy);
  const since = new Date(now().getTime() - IMPACT_DAYS * DAY_MS);
  const everybody = (await findReachable(database, company.id, since)).filter(meetsTheGate);
  const reachedBy = (enforceFor: Policy['enforceFor']) =>
    everybody.filter((person) => isReached({ ...(enforceFor !== undefined && { enforceFor }) }, person)).length;
  return {
    version: versionOf(shown),
    stages: shown.map(({ heldBack, name, groups, percentage, applications, at, acceptBlocking, begunAt }, place) => ({
      ...{ name, groups, percentage, applications, at, acceptBlocking, begunAt },
      number: place + 1,
      state: place === holds ? 'holds' : place < holds ? 'done' : 'next',
      people: reachedBy(enforceForOf({ groups, percentage, applications })),
      heldBack:
        heldBack === null || place <= holds
          ? null
          : { since: heldBack.since, why: heldBack.why, toAccept: heldBack.toAccept },
    })),
    people: everybody.length,
    at: now().toISOString(),
  };
}

/** Plans the stages, and begins none. */
export async function setStages(
  acting: Acting,
  { stages: wanted }: Body<'adminSetStages'>,
  ifVersion: string | undefined,
): Promise<(Outcome & { plan: ShownStages }) | Refusal<'not_possible' | 'request_malformed'>> {
  const { context } = acting;
  const before = await readStages(context);
  const stale = whyStale(before, ifVersion);
  if (stale !== null) return stale;
  const names = wanted.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) {
    return refuse('request_malformed', 'body.stages: two stages have the same name; give each its own.');
  }
  const fewer = wanted.find(
    (plan, place) =>
      plan.at !== null && place > 0 && !enforcesNoLess(enforceForOf(plan), enforceForOf(wanted[place - 1] ?? plan)),
  );
  if (fewer !== undefined) {
    return refuse(
      'request_malformed',
      `body.stages: ${fewer.name} lets people in for whom the stage before it enforces the policy, so it never begins by itself. Add who and what that one names, or leave the time out and begin it yourself.`,
    );
  }
  // Who saves a plan answers for all of it.
  const plannedBy = plannerOf(acting);
  const after = wanted.map((plan) => ({ ...plan, ...keptOf(before, plan), plannedBy }));
  const outcome = await carryOut<'not_possible'>(
    acting,
    {
      action: 'gate',
      target: context.company.name,
      changes: changesBetween({ stages: before.map(plannedText) }, { stages: after.map(plannedText) }),
      warnings: await warnOfPlan(context, after),
    },
    (transaction) => storeStages(transaction, context, before, after),
  );
  if (isRefusal(outcome)) return outcome;
  return { ...outcome, plan: await showStages(context, after) };
}

/** When a stage was begun is kept as long as it enforces the policy for the same people, and is not planned for later. */
function keptOf(before: readonly GateStage[], plan: Body<'adminSetStages'>['stages'][number]) {
  const same = before.find((stage) => isDeepStrictEqual(enforceForOf(stage), enforceForOf(plan)));
  const begunAt = same?.begunAt ?? null;
  const isLater = begunAt !== null && plan.at !== null && Date.parse(plan.at) > Date.parse(begunAt);
  const toldAt = same?.at === plan.at ? same.toldAt : null;
  return { begunAt: isLater ? null : begunAt, toldAt, heldBack: null };
}

/** What a plan names and the company has not. */
async function warnOfPlan(context: ServerContext, stages: readonly GateStage[]): Promise<string[]> {
  const warnings = [];
  for (const stage of stages) {
    const enforceFor = enforceForOf(stage);
    const { enforceFor: _, ...rest } = context.policy.policy;
    const named = { ...rest, checks: {}, ...(enforceFor !== undefined && { enforceFor }) };
    warnings.push(...(await warnOfScope(context, named)));
  }
  return [...new Set(warnings)];
}

/** A stage in one line, for the audit log and a dry run. */
export function textOf({ name, groups, percentage, applications, at, acceptBlocking }: GateStage): string {
  const who = [
    ...(groups.length > 0 ? [groups.join(', ')] : []),
    ...(percentage === null ? [] : [`${percentage} of a hundred people`]),
  ];
  return [
    `${name}: ${who.length === 0 ? 'everybody' : who.join(' and ')}`,
    ...(applications.length > 0 ? [`on the way to ${applications.join(', ')}`] : []),
    ...(at === null ? [] : [`at ${at}`]),
    ...(acceptBlocking === null ? [] : [`accepts ${acceptBlocking}`]),
  ].join(', ');
}

/** The same, and whether its planner may plan no more: saving the plan as it was is a change then. */
function plannedText(stage: GateStage): string {
  return `${textOf(stage)}${stage.heldBack?.why === 'planner' ? ', of a planner who may plan no more' : ''}`;
}

/** @returns why a plan that someone looked at is not the one that is there */
function whyStale(stages: readonly GateStage[], ifVersion: string | undefined): Refusal<'not_possible'> | null {
  return ifVersion === undefined || ifVersion === versionOf(stages) ? null : CHANGED_MEANWHILE;
}

const CHANGED_MEANWHILE = refuse(
  'not_possible',
  'Nothing was changed: a colleague has just changed the stages, or one has begun. Look at them with `vestibule gate stage list`, and make your change again.',
);

async function storeStages(
  transaction: Database,
  { company }: ServerContext,
  before: readonly GateStage[],
  after: readonly GateStage[],
): Promise<Refusal<'not_possible'> | null> {
  let isAsBefore = false;
  await changeSettings(transaction, company.id, (stored) => {
    isAsBefore = versionOf(companyConfigurationSchema.parse(stored).stages) === versionOf(before);
    return isAsBefore ? { ...stored, stages: after } : null;
  });
  return isAsBefore ? null : CHANGED_MEANWHILE;
}

/** A stage, ready to begin. */
export interface Beginning {
  readonly stages: readonly GateStage[];
  readonly place: number;
  readonly loaded: LoadedPolicy;
  readonly impact: PolicyImpact;
}

/** Works out what it would do to begin a stage. @returns null: the policy's text cannot be changed so */
export async function prepareStage(
  context: ServerContext,
  stages: readonly GateStage[],
  place: number,
): Promise<Beginning | null> {
  const stage = stages[place];
  const loaded = stage === undefined ? null : policyFor(context.policy, stage);
  if (loaded === null) return null;
  const isOpen = gateStateOf(context).state === 'observing';
  const impact = await measureImpact(context, loaded.policy, isOpen ? null : context.policy.policy);
  return { stages, place, loaded, impact };
}

/** Writes that a stage has begun: a version of the policy, a closed gate, and when. Others who change any of it wait. */
export async function storeBeginning(
  transaction: Database,
  context: ServerContext,
  { stages, place, loaded }: Beginning,
  createdBy: string,
): Promise<Refusal<'not_possible'> | null> {
  const unfit = await whyCountAnew(transaction, context);
  if (unfit !== null) return unfit;
  const begunAt = context.now().toISOString();
  const after = stages.map((stage, index) => (index === place ? { ...stage, begunAt, heldBack: null } : stage));
  const refused = await storeStages(transaction, context, stages, after);
  if (refused !== null) return refused;
  if (gateStateOf(context).state === 'observing') {
    await changeSettings(transaction, context.company.id, (stored) => ({ ...stored, gate: ENFORCING }));
  }
  if (loaded.version !== context.policy.version) {
    await applyPolicy(transaction, context.company.id, loaded, { createdAt: context.now(), createdBy });
  }
  return null;
}

/** What beginning a stage changes, for the audit log and a dry run. */
export function changesOf(context: ServerContext, { loaded }: Beginning) {
  const { policy, version } = context.policy;
  return changesBetween(
    { state: gateStateOf(context).state, enforceFor: policy.enforceFor ?? null, version },
    { state: 'enforcing', enforceFor: loaded.policy.enforceFor ?? null, version: loaded.version },
  );
}

/** Begins a stage at once: says first whom that newly stops, and is refused for more than are accepted. */
export async function beginStage(
  acting: Acting,
  number: number,
  { reason, acceptBlocking }: Body<'adminBeginStage'>,
  ifVersion: string | undefined,
): Promise<
  | (Outcome & { version: string; plan: ShownStages; impact: PolicyImpact })
  | Refusal<'not_found' | 'too_many_blocked' | 'not_possible'>
> {
  const { context, administrator, isDryRun } = acting;
  const stages = await readStages(context);
  const stale = whyStale(stages, ifVersion);
  if (stale !== null) return stale;
  const stage = stages[number - 1];
  if (stage === undefined) return refuse('not_found', `There is no stage ${number}: vestibule gate stage list`);
  const beginning = await prepareStage(context, stages, number - 1);
  if (beginning === null) return POLICY_TEXT;
  const { impact, loaded } = beginning;
  if (!isDryRun && isTooMuch(impact, acceptBlocking ?? stage.acceptBlocking ?? 0)) {
    const { toAccept, limitPercent } = impact;
    return refuse(
      'too_many_blocked',
      `Nothing was changed: it would stop ${blockedText(impact)}. That is more than ${limitPercent} percent of the people. Look at them with --dry-run. To begin it all the same: --accept-blocking ${toAccept}.`,
    );
  }
  const { newlyBlocked, neverSeen, notSeenLately, peopleInScope } = impact;
  const outcome = await carryOut(
    acting,
    {
      action: 'gate',
      target: context.company.name,
      changes: changesOf(context, beginning),
      details: {
        stage: stage.name,
        number,
        reason,
        people: peopleInScope,
        newlyBlocked,
        neverSeen,
        notSeenLately,
        acceptBlocking: acceptBlocking ?? stage.acceptBlocking,
      },
      warnings: [
        ...(await warnOfScope(context, loaded.policy)),
        ...(neverSeen > 0 ? await notesOnInstalling(context) : []),
        ...warnOfNext(context, stages[number]),
      ],
    },
    (transaction) => storeBeginning(transaction, context, beginning, administrator.name),
  );
  if (isRefusal(outcome)) return outcome;
  if (!outcome.isDryRun && outcome.changes.length > 0) {
    await context.events.publish({ companyId: context.company.id, personId: null, subject: 'policy' });
  }
  return { ...outcome, version: loaded.version, plan: await showStages(context, undefined, loaded, ENFORCING), impact };
}

/** Who begins a stage begins the one after it as well where that has had its time. */
function warnOfNext({ now }: ServerContext, next: GateStage | undefined): string[] {
  if (next === undefined || next.at === null || next.begunAt !== null || Date.parse(next.at) > now().getTime())
    return [];
  return [`The stage after it, ${next.name}, had its time at ${next.at}: it begins by itself right after this one.`];
}

const POLICY_TEXT = refuse(
  'not_possible',
  'Nothing was changed: the text of the policy says enforceFor in a way that cannot be changed by itself. Write it yourself, and apply it: vestibule policy show --text',
);
