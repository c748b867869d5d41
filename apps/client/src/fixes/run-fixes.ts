import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CHECK_DEFINITIONS, type ChangePort, type CheckFix } from '@vestibule/checks';
import { type FixAction, type FixOutcome, say, SOFTWARE_CHECKS } from '@vestibule/contracts';
import type { FactSource, Facts } from '../facts/fact-source.ts';
import { judgeFixed } from '../report/judge-facts.ts';
import type { SoftwareRequest } from '../software/fetch-software.ts';
import {
  type AppliedFix,
  applyFix,
  findFix,
  isPrepared,
  notPossible,
  type PreparedFix,
  prepareFix,
  refusal,
} from './apply-fixes.ts';
import type { Elevate } from './elevation.ts';
import { createFixNotes, type FixNotes, type Remember } from './fix-notes.ts';

export interface FixProgress {
  readonly fixActionType: FixAction['fixActionType'];
  /** From 0 to 1. */
  readonly share: number;
  readonly text: string;
}

export interface FixTools {
  readonly system: ChangePort;
  readonly facts: FactSource;
  readonly fixes: readonly CheckFix[];
  readonly elevate: Elevate;
  /** Installs the signed software that a fix names; left out where no page asked. */
  readonly install?: InstallForFix;
  readonly onProgress: (progress: FixProgress) => void;
  readonly remember: Remember;
  /** Left out: time passes. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** How far a fix is once it was made. */
const READ_AGAIN_SHARE = 0.6;

/** @param onProgress is told how far it is, from 0 to 1 */
export type InstallForFix = (
  request: SoftwareRequest,
  onProgress: (share: number, text: string) => void,
) => Promise<AppliedFix['result']>;

/** An agent that was just installed may take a moment until it runs. */
const SETTLE = { looks: 5, everyMs: 2000 } as const;

/**
 * Carries out fixes and reads each check again, from scratch. Only what the check then says makes a fix `fixed`; that a
 * tool ended without an error proves nothing. A change is written down at once, before the check is read: the page may see
 * it first, leave for work, and the browser then ends this process.
 */
export async function runFixes(actions: readonly FixAction[], tools: FixTools): Promise<readonly FixOutcome[]> {
  const report = (action: FixAction, share: number, text: string) =>
    tools.onProgress({ fixActionType: action.fixActionType, share, text });
  for (const action of actions) report(action, 0, say('Starting'));
  const before = await tools.facts.collect(groupsOf(actions));
  const notes = createFixNotes(tools.remember, tools.system.now);
  const applied = await applyAll(actions, before, tools, notes);
  for (const action of actions) report(action, READ_AGAIN_SHARE, say('Reading the setting again'));
  const after = await collectSettled(actions, applied, tools);
  const judged = applied.map(([action, one]) => [one, judge(action, one, { before, after }, tools)] as const);
  await notes.judged(judged);
  for (const [index, action] of actions.entries()) {
    report(action, 1, endOf(judged[index]?.[1]));
  }
  return judged.map(([, outcome]) => outcome);
}

async function applyAll(
  actions: readonly FixAction[],
  before: Facts,
  tools: FixTools,
  notes: FixNotes,
): Promise<readonly (readonly [FixAction, AppliedFix])[]> {
  const prepared = actions.map((action) => {
    const isLeftAlone = isManaged(action, before, tools.system);
    return [
      action,
      isLeftAlone ? refusal(action, 'managed', MANAGED) : prepareFix(action, tools.system, tools.fixes),
    ] as const;
  });
  const ready = prepared.map(([, one]) => one).filter(isPrepared);
  const elevated = ready.filter(
    ({ action, fix, parameters }) =>
      fix.needsElevation &&
      fix.onlyOpens?.(parameters) !== true &&
      softwareOf(action) === null &&
      !tools.system.isElevated,
  );
  const answers = elevated.length === 0 ? [] : await tools.elevate(elevated, tools.system);
  await notes.made(answers);
  const applyHere = async (fix: PreparedFix) => {
    const request = softwareOf(fix.action);
    const made = request === null ? await applyFix(fix, tools.system) : await install(fix.action, request, tools);
    await notes.made([made]);
    return made;
  };
  const applied: (readonly [FixAction, AppliedFix])[] = [];
  for (const [action, one] of prepared) {
    applied.push([action, isPrepared(one) ? (answers[elevated.indexOf(one)] ?? (await applyHere(one))) : one]);
  }
  return applied;
}

/** What a fix has installed; null: it changes something that is there. */
function softwareOf({ fixActionType, parameters }: FixAction): SoftwareRequest | null {
  const id = parameters?.['software'];
  const checkType = SOFTWARE_CHECKS.find((type) => type === fixActionType);
  return typeof id === 'string' && checkType !== undefined ? { id, checkType } : null;
}

async function install(action: FixAction, request: SoftwareRequest, tools: FixTools): Promise<AppliedFix> {
  const { fixActionType } = action;
  if (tools.install === undefined) {
    return notPossible(action, say('Workplace cannot change this setting on this operating system.'));
  }
  const result = await tools.install(request, (share, text) =>
    tools.onProgress({ fixActionType, share: share * READ_AGAIN_SHARE, text }),
  );
  return { fixActionType, result };
}

/** Reads again, and where something was installed that does not run yet, once more after a moment. */
async function collectSettled(
  actions: readonly FixAction[],
  applied: readonly (readonly [FixAction, AppliedFix])[],
  { facts, system, wait = sleep }: FixTools,
): Promise<Facts> {
  const installed = applied.filter(([action, { result }]) => softwareOf(action) !== null && result.ok);
  let after = await facts.collect(groupsOf(actions));
  for (let look = 1; look < SETTLE.looks && installed.some(([action]) => !isPassed(action, after, system)); look += 1) {
    await wait(SETTLE.everyMs);
    after = await facts.collect(groupsOf(actions));
  }
  return after;
}

function endOf(outcome: FixOutcome | undefined): string {
  switch (outcome?.outcome) {
    case 'fixed':
      return say('Fixed');
    case 'opened':
      return say('It goes on in the settings of this computer.');
    default:
      return say('Not fixed');
  }
}

const MANAGED = say('Your company manages this setting, so Workplace leaves it alone.');

interface Readings {
  readonly before: Facts;
  readonly after: Facts;
}

function judge(
  action: FixAction,
  applied: AppliedFix,
  { before, after }: Readings,
  { system, fixes }: FixTools,
): FixOutcome {
  const { fixActionType } = action;
  if (!applied.result.ok) return { fixActionType, outcome: applied.result.outcome, detail: applied.result.detail };
  // The check may pass by now, but not by this fix: the page learns it from the next report.
  if ('opened' in applied.result) return { fixActionType, outcome: 'opened' };
  const { undo } = applied.result;
  if (isPassed(action, after, system)) return { fixActionType, outcome: 'fixed', undo };
  const group = CHECK_DEFINITIONS[action.fixActionType].facts;
  const isLater = findFix(action, system, fixes)?.takesEffectLater === true;
  const detail =
    !isLater && readsTheSame(before[group], after[group])
      ? say('The check reads the same as before, so nothing was changed that counts.')
      : say('The change was made, but the check does not pass yet.');
  return { fixActionType, outcome: 'not-fixed', detail, undo };
}

/** Whether two readings say the same, whenever they were made. */
function readsTheSame(before: Facts[string] | undefined, after: Facts[string] | undefined): boolean {
  if (before === undefined || after === undefined || !('value' in before) || !('value' in after)) return false;
  return isDeepStrictEqual(before.value, after.value);
}

function isPassed(action: FixAction, facts: Facts, system: ChangePort): boolean {
  const context = { operatingSystem: system.operatingSystem, now: system.now() };
  return judgeFixed(action, facts, context).state === 'passed';
}

function isManaged(action: FixAction, facts: Facts, system: ChangePort): boolean {
  const reading = facts[CHECK_DEFINITIONS[action.fixActionType].facts];
  if (reading !== undefined && 'managed' in reading && reading.managed === true) return true;
  const context = { operatingSystem: system.operatingSystem, now: system.now() };
  return judgeFixed(action, facts, context).judgement.managed === true;
}

function groupsOf(actions: readonly FixAction[]): readonly string[] {
  return actions.map((action) => CHECK_DEFINITIONS[action.fixActionType].facts);
}
