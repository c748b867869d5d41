import type { CommandResult, Outcome } from '@vestibule/checks';
import { PROGRAM_LIMITS, say } from '@vestibule/contracts';
import type { AskAdministrator, PromptAnswer } from './prompt.ts';

/** Exit codes of pkexec: the person closed the prompt; the system said no. */
const DISMISSED = 126;
const NOT_AUTHORISED = 127;

const NO_PROMPT = say(
  'This computer has no prompt for an administrator (pkexec is not installed). Ask your administrator to make the change.',
);

/** Asks through polkit. */
export const askOnLinux: AskAdministrator = async (launcher, actions, system) => {
  const run = await system.run({
    tool: 'pkexec',
    arguments: [launcher, 'apply-fixes', actions],
    timeoutMs: PROGRAM_LIMITS.fixTimeoutMs,
  });
  return readPkexec(run);
};

/** What became of the prompt, by what pkexec said. */
export function readPkexec(run: Outcome<CommandResult>): PromptAnswer {
  if (!run.ok && run.reason === 'tool-missing') return { ran: false, outcome: 'not-possible', detail: NO_PROMPT };
  if (!run.ok) return { ran: false, outcome: 'not-fixed', detail: run.detail };
  const { code, stdout, stderr } = run.value;
  if (code === DISMISSED) return { ran: false, outcome: 'cancelled', detail: say('The prompt was closed.') };
  if (code === NOT_AUTHORISED) {
    return { ran: false, outcome: 'refused', detail: say('The system did not allow the change.') };
  }
  return { ran: true, stdout, stderr };
}
