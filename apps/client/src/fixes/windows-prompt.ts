import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChangePort } from '@vestibule/checks';
import { FIX_ACTION_TYPES, PROGRAM_LIMITS, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { writeAtomically } from '../system/atomic-file.ts';
import type { AskAdministrator, PromptAnswer } from './prompt.ts';
import { isOnlyForAdministrators } from './windows-protection.ts';

/** Exit codes of elevate.ps1. */
const STARTED = 0;
const DISMISSED = 10;
const UNUSUAL_FOLDER = 12;

/** An elevated program cannot print to the one that asked for it, so what it prints lies next to the launcher. */
const ANSWER_FILE = 'elevated-answer.json';

const answerSchema = z.object({ id: z.uuid(), printed: z.string() });
const rightsSchema = z.object({ above: z.array(z.string()), own: z.array(z.string()) });
/** An administrator's fix takes no values on Windows, so that nothing but names is ever handed over. */
const actionsSchema = z.array(z.object({ fixActionType: z.enum(FIX_ACTION_TYPES), parameters: z.strictObject({}) }));

const LOOK_TIMEOUT_MS = 20_000;

/**
 * Asks through the prompt of Windows (User Account Control). The answer is read from the program's own folder: it is one
 * that only an administrator can write to.
 */
export const askOnWindows: AskAdministrator = async (launcher, actions, system) => {
  const parsed = actionsSchema.safeParse(parse(actions));
  if (!parsed.success) return { ran: false, outcome: 'not-possible', detail: NOT_PLAIN };
  const id = crypto.randomUUID();
  const names = parsed.data.map(({ fixActionType }) => fixActionType).join('+');
  return elevate(launcher, id, { words: ['-Fixes', names], timeoutMs: PROGRAM_LIMITS.fixTimeoutMs }, system);
};

/**
 * Asks for the installation of what was laid down under this id.
 * @param id also of the answer
 */
export async function askForSoftware(
  launcher: string,
  id: string,
  timeoutMs: number,
  system: ChangePort,
): Promise<PromptAnswer> {
  return elevate(launcher, id, { words: ['-Software'], timeoutMs }, system);
}

async function elevate(
  launcher: string,
  id: string,
  { words, timeoutMs }: { readonly words: readonly string[]; readonly timeoutMs: number },
  system: ChangePort,
): Promise<PromptAnswer> {
  const run = await system.runWindowsScript?.({ name: 'elevate', arguments: [...words, '-Answer', id], timeoutMs });
  if (run === undefined || (!run.ok && run.reason === 'blocked-by-policy')) {
    return { ran: false, outcome: 'not-possible', detail: NO_PROMPT };
  }
  if (!run.ok) return { ran: false, outcome: 'not-fixed', detail: run.detail };
  switch (run.value.code) {
    case STARTED:
      return { ran: true, stdout: await readAnswer(launcher, id), stderr: '' };
    case DISMISSED:
      return { ran: false, outcome: 'cancelled', detail: say('The prompt was closed.') };
    case UNUSUAL_FOLDER:
      return { ran: false, outcome: 'not-possible', detail: UNUSUAL_NAME };
    default:
      return { ran: false, outcome: 'refused', detail: say('Windows did not allow the change.') };
  }
}

/** Leaves what an elevated program prints where the one that asked for it looks. */
export async function leaveAnswer(launcher: string, id: string, printed: string): Promise<void> {
  await writeAtomically(join(dirname(launcher), ANSWER_FILE), JSON.stringify({ id, printed }));
}

/** Whether only administrators can change the installation, by the rights that Windows keeps for each file. */
export async function isProtectedOnWindows({ runWindowsScript }: ChangePort): Promise<boolean> {
  const looked = await runWindowsScript?.({ name: 'installation', arguments: [], timeoutMs: LOOK_TIMEOUT_MS });
  if (looked?.ok !== true || looked.value.code !== 0) return false;
  const rights = rightsSchema.safeParse(parse(looked.value.stdout));
  return rights.success && isOnlyForAdministrators(rights.data);
}

/** What was printed for this prompt, and for no other before it; empty when nothing was. */
async function readAnswer(launcher: string, id: string): Promise<string> {
  const text = await readFile(join(dirname(launcher), ANSWER_FILE), 'utf8').catch(() => '');
  const answer = answerSchema.safeParse(parse(text));
  return answer.success && answer.data.id === id ? answer.data.printed : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const NOT_PLAIN = say('The wanted value is not one that this setting takes.');
const NO_PROMPT = say(
  'Your company lets PowerShell run no scripts, so Windows cannot be asked. Ask your administrator.',
);
const UNUSUAL_NAME = say(
  'Workplace is installed in a folder with an unusual name, so it may not change system settings. Ask your administrator to install it elsewhere.',
);
