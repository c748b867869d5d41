import { CHECK_FIXES } from '@vestibule/checks';
import { FIX_ACTION_TYPES, type FixAction, fixActionSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { type AppliedFix, applyFix, isPrepared, prepareFix } from '../../fixes/apply-fixes.ts';
import { leaveAnswer } from '../../fixes/windows-prompt.ts';
import { type Command, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

const actionsSchema = z.array(fixActionSchema).check(z.minLength(1), z.maxLength(FIX_ACTION_TYPES.length));

/**
 * The half of a fix that runs with an administrator's rights, started by Workplace through the system's own prompt. It
 * takes names of the closed list and values that the fix's own schema accepts, never a command line.
 */
export const applyFixesCommand: Command = {
  name: 'apply-fixes',
  usage: '<json>|<names> [--answer ID]',
  summary: 'Carry out fixes as an administrator; started by Workplace itself',
  explanation: [
    'Prints what became of each fix as JSON. Use `workplace fix <check>` instead. Names without values can be given as',
    'FirewallEnable+OsAutoUpdateEnable.',
  ],
  examples: [`workplace apply-fixes '[{"fixActionType":"FirewallEnable"}]'`],
  options: {
    answer: { kind: 'text', placeholder: 'ID', help: 'Leave the answer next to the program, under this id (Windows)' },
  },
  positionals: 1,
  isInternal: true,
  run: async ({ positionals, text }, { program, system, terminal }) => {
    const applied: AppliedFix[] = [];
    for (const action of readActions(positionals[0] ?? '')) {
      const prepared = prepareFix(action, system, CHECK_FIXES);
      applied.push(isPrepared(prepared) ? await applyFix(prepared, system) : prepared);
    }
    const printed = JSON.stringify(applied);
    terminal.print(printed);
    const id = text('answer');
    if (id !== undefined && program.launcher !== null && system.operatingSystem === 'windows')
      await leaveAnswer(program.launcher, id, printed);
    return applied.every(({ result }) => result.ok) ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

function readActions(text: string): readonly FixAction[] {
  try {
    const isNames = /^[A-Za-z+]+$/.test(text);
    return actionsSchema.parse(
      isNames ? text.split('+').map((fixActionType) => ({ fixActionType })) : JSON.parse(text),
    );
  } catch {
    throw new UsageError('That is no list of fixes.');
  }
}
