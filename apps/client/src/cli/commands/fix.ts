import { CHECK_FIXES } from '@vestibule/checks';
import { type CheckType, FIX_ACTION_TYPES, type FixAction, type FixOutcome } from '@vestibule/contracts';
import { createFactSource } from '../../facts/fact-source.ts';
import { elevateWith } from '../../fixes/elevation.ts';
import { runFixes } from '../../fixes/run-fixes.ts';
import { judgeFacts } from '../../report/judge-facts.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const fixCommand: Command = {
  name: 'fix',
  usage: '<check> [--yes]',
  summary: 'Repair what a check found',
  explanation: [
    'Says what is wrong and what would be changed, asks, changes it, and reads the setting again: only what the check then',
    'says counts. Afterwards it says how to take the change back. Where an administrator is needed the system asks for one.',
    '',
    `Checks that can be repaired here: ${FIX_ACTION_TYPES.join(', ')}`,
  ],
  examples: ['workplace fix FirewallEnable', 'workplace fix ScreenSaverTimeout --yes'],
  options: { yes: { kind: 'flag', help: 'Do not ask' } },
  positionals: 1,
  run: async (given, context) => {
    const { system, terminal } = context;
    const type = fixableCheck(given.positionals[0] ?? '', system.operatingSystem);
    const facts = await createFactSource(system).collect();
    const check = judgeFacts(facts, { operatingSystem: system.operatingSystem, now: system.now() }).find(
      (judged) => judged.type === type,
    );
    if (check?.state === 'passed') {
      terminal.print(`${check.message}. There is nothing to repair.`);
      return EXIT_CODES.fine;
    }
    terminal.print(`${type}: ${check?.message ?? 'could not be read'}`);
    if (check !== undefined) terminal.print(`Found:  ${check.judgement.found}\nWanted: ${check.judgement.wanted}`);
    terminal.print('Workplace will change this setting, and then tell you how to take it back.');
    if (!given.flag('yes') && !(await terminal.confirm('Change it now?'))) {
      terminal.print('Nothing was changed. Use --yes where there is no terminal to ask at.');
      return EXIT_CODES.attention;
    }
    const parameters = check?.judgement.fix;
    const [outcome] = await fix({ fixActionType: type, ...(parameters === undefined ? {} : { parameters }) }, context);
    if (outcome === undefined) return EXIT_CODES.error;
    terminal.print(outcomeText(outcome));
    return outcome.outcome === 'fixed' ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

type FixType = FixAction['fixActionType'];

function fixableCheck(name: string, operatingSystem: string): FixType {
  const fixable: readonly CheckType[] = CHECK_FIXES.filter((known) => known.operatingSystem === operatingSystem).map(
    ({ type }) => type,
  );
  const wanted = FIX_ACTION_TYPES.find((known) => known.toLowerCase() === name.toLowerCase());
  if (wanted !== undefined && fixable.includes(wanted)) return wanted;
  throw new UsageError(`Workplace cannot repair "${name}" on this computer. It can repair: ${fixable.join(', ')}.`);
}

function fix(action: FixAction, { program, system, terminal }: CommandContext): Promise<readonly FixOutcome[]> {
  return runFixes([action], {
    system,
    facts: createFactSource(system),
    fixes: CHECK_FIXES,
    elevate: elevateWith(program),
    onProgress: ({ share, text }) => {
      if (share < 1) terminal.print(`${text}…`);
    },
  });
}

const OUTCOMES: Readonly<Record<FixOutcome['outcome'], string>> = {
  fixed: 'Fixed: the check passes now.',
  'not-fixed': 'Not fixed.',
  cancelled: 'Cancelled: nothing was changed.',
  refused: 'The system refused the change.',
  managed: 'Your company manages this setting.',
  'not-possible': 'Not possible here.',
};

function outcomeText({ outcome, detail, undo }: FixOutcome): string {
  return [OUTCOMES[outcome], detail, undo].filter((line) => line !== undefined).join('\n');
}
