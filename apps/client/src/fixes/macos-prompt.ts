import { PROGRAM_LIMITS, say } from '@vestibule/contracts';
import type { AskAdministrator, PromptAnswer } from './prompt.ts';

/**
 * The whole script, always the same: nothing is put into it. The command is the argument of its `run` handler, so that no
 * quoting of AppleScript stands between; line endings stay because the answer is read by a program.
 */
const SCRIPT = [
  'on run argv',
  'do shell script (item 1 of argv) with prompt "Workplace wants to change security settings of this computer." with administrator privileges without altering line endings',
  'end run',
];

/** What a shell could read otherwise than it is meant has no place in a path of ours, nor in names and numbers. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9._ -]+)+$/;
const PLAIN_JSON = /^[[\]{}":,A-Za-z0-9._-]+$/;

/** Nothing of the person's environment reaches the administrator's process. */
const CLEAN_ENVIRONMENT = '/usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin';

const NOT_PLAIN = say(
  'Workplace is installed in a folder with an unusual name, so it may not change system settings. Ask your administrator to install it elsewhere.',
);
const NO_PROMPT = say(
  'This computer cannot show a prompt for an administrator now. Ask your administrator to make the change.',
);

/** Asks through the authorisation prompt of macOS, which also takes Touch ID. */
export const askOnMacos: AskAdministrator = async (launcher, actions, system) => {
  if (!PLAIN_PATH.test(launcher)) return { ran: false, outcome: 'not-possible', detail: NOT_PLAIN };
  if (!PLAIN_JSON.test(actions)) {
    return { ran: false, outcome: 'not-possible', detail: say('The wanted value is not one that this setting takes.') };
  }
  // Without the last word an exit code other than 0 would make AppleScript throw the answer away.
  const command = `${CLEAN_ENVIRONMENT} '${launcher}' apply-fixes '${actions}'; exit 0`;
  const run = await system.run({
    tool: 'osascript',
    arguments: [...SCRIPT.flatMap((line) => ['-e', line]), command],
    timeoutMs: PROGRAM_LIMITS.fixTimeoutMs,
  });
  if (!run.ok) {
    return run.reason === 'tool-missing'
      ? { ran: false, outcome: 'not-possible', detail: NO_PROMPT }
      : { ran: false, outcome: 'not-fixed', detail: run.detail };
  }
  const { code, stdout, stderr } = run.value;
  return code === 0 ? { ran: true, stdout, stderr } : failureOf(stderr);
};

/** Numbers of AppleScript and of Security.framework; the words before them are in the person's language. */
const CANCELLED = ['-128', '-60006'];
const DENIED = ['-60005'];
const NO_INTERACTION = ['-60007'];

function failureOf(stderr: string): PromptAnswer {
  const number = /\((-\d{1,6})\)\s*$/.exec(stderr)?.[1] ?? '';
  if (CANCELLED.includes(number)) return { ran: false, outcome: 'cancelled', detail: say('The prompt was closed.') };
  if (DENIED.includes(number)) {
    return { ran: false, outcome: 'refused', detail: say('The system did not allow the change.') };
  }
  if (NO_INTERACTION.includes(number)) return { ran: false, outcome: 'not-possible', detail: NO_PROMPT };
  return {
    ran: false,
    outcome: 'not-fixed',
    detail: stderr.trim().slice(-500) || say('The change did not report back.'),
  };
}
