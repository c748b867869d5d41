import type { ChangePort } from '@vestibule/checks';
import { OWN_LIMITS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import { type AppliedFix, appliedFixSchema, notPossible, type PreparedFix, refusal } from './apply-fixes.ts';

/** Exit codes of pkexec: the person closed the prompt; the system said no. */
const PKEXEC_DISMISSED = 126;
const PKEXEC_NOT_AUTHORISED = 127;

const answerSchema = z.array(appliedFixSchema);

/** Carries out fixes that need an administrator's rights, behind one prompt of the system for all of them. */
export type Elevate = (fixes: readonly PreparedFix[], system: ChangePort) => Promise<readonly AppliedFix[]>;

/**
 * Elevation by the program itself, started once more through polkit's `pkexec` with the list of enum names.
 * @param isProtected tells whether only an administrator can change the program
 */
export function elevateWith(program: Program, isProtected = isProtectedInstallation): Elevate {
  return async (fixes, system) => {
    const all = (make: (action: PreparedFix['action']) => AppliedFix) => fixes.map(({ action }) => make(action));
    if (system.operatingSystem !== 'linux') {
      return all((action) => notPossible(action, 'Ask your administrator: this setting needs an administrator.'));
    }
    if (program.launcher === null || !isProtected(program)) {
      return all((action) => notPossible(action, USER_INSTALLATION));
    }
    const run = await system.run({
      tool: 'pkexec',
      arguments: [program.launcher, 'apply-fixes', JSON.stringify(fixes.map(({ action }) => action))],
      timeoutMs: OWN_LIMITS.fixTimeoutMs,
    });
    if (!run.ok && run.reason === 'tool-missing') return all((action) => notPossible(action, NO_PROMPT));
    if (!run.ok) return all((action) => refusal(action, 'not-fixed', run.detail));
    if (run.value.code === PKEXEC_DISMISSED)
      return all((action) => refusal(action, 'cancelled', 'The prompt was closed.'));
    if (run.value.code === PKEXEC_NOT_AUTHORISED) {
      return all((action) => refusal(action, 'refused', 'The system did not allow the change.'));
    }
    const answers = readAnswer(run.value.stdout);
    return all(
      (action) =>
        answers.find(({ fixActionType }) => fixActionType === action.fixActionType) ??
        refusal(action, 'not-fixed', run.value.stderr.trim() || 'The change did not report back.'),
    );
  };
}

const USER_INSTALLATION =
  'Workplace is installed in a folder that ordinary programs can change, so it may not change system settings. Ask your administrator to install it for all users.';

const NO_PROMPT =
  'This computer has no prompt for an administrator (pkexec is not installed). Ask your administrator to make the change.';

function readAnswer(stdout: string): readonly AppliedFix[] {
  try {
    return answerSchema.parse(JSON.parse(stdout));
  } catch {
    return [];
  }
}
