import type { ChangePort } from '@vestibule/checks';
import { type OperatingSystem, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import { type AppliedFix, appliedFixSchema, notPossible, type PreparedFix, refusal } from './apply-fixes.ts';
import { askOnLinux } from './linux-prompt.ts';
import { askOnMacos } from './macos-prompt.ts';
import type { AskAdministrator } from './prompt.ts';
import { askOnWindows, isProtectedOnWindows } from './windows-prompt.ts';

const answerSchema = z.array(appliedFixSchema);

/** Carries out fixes that need an administrator's rights, behind one prompt of the system for all of them. */
export type Elevate = (fixes: readonly PreparedFix[], system: ChangePort) => Promise<readonly AppliedFix[]>;

/** The prompt of each system. */
const PROMPTS: Readonly<Record<OperatingSystem, AskAdministrator>> = {
  linux: askOnLinux,
  macos: askOnMacos,
  windows: askOnWindows,
};

/**
 * Elevation by the program itself, started once more through the system's own prompt with the list of enum names.
 * @param isProtected tells whether only an administrator can change the program
 */
export function elevateWith(program: Program, isProtected: IsProtected = isProtectedHere): Elevate {
  return async (fixes, system) => {
    const all = (make: (action: PreparedFix['action']) => AppliedFix) => fixes.map(({ action }) => make(action));
    const ask = PROMPTS[system.operatingSystem];
    if (program.launcher === null || !(await isProtected(program, system))) {
      return all((action) => notPossible(action, USER_INSTALLATION));
    }
    const answer = await ask(program.launcher, actionsOf(fixes), system);
    if (!answer.ran) return all((action) => refusal(action, answer.outcome, answer.detail));
    const answers = readAnswer(answer.stdout);
    return all(
      (action) =>
        answers.find(({ fixActionType }) => fixActionType === action.fixActionType) ??
        refusal(action, 'not-fixed', answer.stderr.trim() || say('The change did not report back.')),
    );
  };
}

export type IsProtected = (program: Program, system: ChangePort) => boolean | Promise<boolean>;

/** Windows tells who may change a file only to PowerShell. */
export const isProtectedHere: IsProtected = (program, system) =>
  system.operatingSystem === 'windows' ? isProtectedOnWindows(system) : isProtectedInstallation(program);

/** Names and checked values; whatever else came along with an action stays behind. */
function actionsOf(fixes: readonly PreparedFix[]): string {
  return JSON.stringify(fixes.map(({ action: { fixActionType }, parameters }) => ({ fixActionType, parameters })));
}

export const USER_INSTALLATION = say(
  'Workplace is installed in a folder that ordinary programs can change, so it may not change system settings. Ask your administrator to install it for all users.',
);

function readAnswer(stdout: string): readonly AppliedFix[] {
  try {
    return answerSchema.parse(JSON.parse(stdout));
  } catch {
    return [];
  }
}
