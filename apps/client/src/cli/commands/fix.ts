import { CHECK_FIXES } from '@vestibule/checks';
import type { FixAction, FixOutcome, OperatingSystem } from '@vestibule/contracts';
import { createFactSource } from '../../facts/fact-source.ts';
import { findFix } from '../../fixes/apply-fixes.ts';
import { elevateWith } from '../../fixes/elevation.ts';
import { isRepairable, repairableChecks } from '../../fixes/repairable.ts';
import { runFixes } from '../../fixes/run-fixes.ts';
import { type JudgedCheck, judgeFacts } from '../../report/judge-facts.ts';
import { fixHistoryPath, rememberFixes } from '../../state/fix-history.ts';
import { currentOperatingSystem } from '../../system/local-system.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const fixCommand: Command = {
  name: 'fix',
  usage: '<check> [--yes]',
  summary: 'Repair what a check found',
  explanation: [
    'Says what is wrong and what would be changed, asks, changes it, and reads the setting again: only what the check then',
    'says counts. Afterwards it says how to take the change back; `workplace status` says it later, too. Where an',
    'administrator is needed the system asks for one.',
    '',
    'Checks that can be repaired on this computer',
    ...repairableChecks(currentOperatingSystem()).map((type) => `  ${type}`),
  ],
  examples: ['workplace fix FirewallEnable', 'workplace fix ScreenSaverTimeout --yes'],
  options: { yes: { kind: 'flag', help: 'Do not ask' } },
  positionals: 1,
  run: async (given, context) => {
    const { system, terminal } = context;
    const { operatingSystem } = system;
    const type = repairableCheck(given.positionals[0] ?? '', operatingSystem);
    const facts = await createFactSource(system).collect();
    const check = judgeFacts(facts, { operatingSystem, now: system.now() }).find((judged) => judged.type === type);
    if (check === undefined) return EXIT_CODES.error;
    const reason = reasonNotTo(check, operatingSystem);
    if (reason !== null) {
      terminal.print(reason);
      return check.state === 'passed' ? EXIT_CODES.fine : EXIT_CODES.attention;
    }
    const { found, wanted } = check;
    const { fix: parameters = {} } = check.judgement;
    terminal.print(`${type}: ${check.message}\nFound:  ${found}\nWanted: ${wanted}`);
    const fixOfSystem = findFix({ fixActionType: type }, system, CHECK_FIXES);
    const onlyOpens = fixOfSystem?.onlyOpens?.(parameters) === true;
    terminal.print(
      onlyOpens
        ? 'Workplace will open the settings of this computer, and change nothing itself.'
        : 'Workplace will change this setting, and then tell you how to take it back.',
    );
    if (system.rootFolder !== null) {
      terminal.print(
        `Files are changed below ${system.rootFolder}; tools that would change this computer itself are not run.`,
      );
    }
    if (!given.flag('yes') && !(await terminal.confirm(onlyOpens ? 'Open them now?' : 'Change it now?'))) {
      terminal.print('Nothing was changed. Use --yes where there is no terminal to ask at.');
      return EXIT_CODES.attention;
    }
    const [outcome] = await fix({ fixActionType: type, parameters }, context);
    if (outcome === undefined) return EXIT_CODES.error;
    terminal.print(outcomeText(outcome));
    return outcome.outcome === 'fixed' ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

function repairableCheck(name: string, operatingSystem: OperatingSystem): FixAction['fixActionType'] {
  const repairable = repairableChecks(operatingSystem);
  const wanted = repairable.find((known) => known.toLowerCase() === name.toLowerCase());
  if (wanted !== undefined) return wanted;
  const list = repairable.map((type) => `\n  ${type}`).join('');
  throw new UsageError(`Workplace has no fix for "${name}" on this computer. It has one for:${list}`);
}

/** @returns what to say instead of repairing, null when there is something to repair */
function reasonNotTo(check: JudgedCheck, operatingSystem: OperatingSystem): string | null {
  const { type, state, message, found, judgement } = check;
  if (state === 'passed') return `${message}. There is nothing to repair.`;
  if (state === 'unknown') {
    const step = judgement.reason === 'access-denied' ? `\nRun it as an administrator: sudo workplace fix ${type}` : '';
    return `${type}: ${message} could not be read.\n${found}\nNothing was changed: what cannot be read cannot be checked afterwards.${step}`;
  }
  if (isRepairable(check, operatingSystem)) return null;
  return `${type}: ${message}\nWorkplace has no fix for this case. Ask your company's support.`;
}

async function fix(action: FixAction, { program, system, state, terminal }: CommandContext) {
  let isRemembered = true;
  const outcomes = await runFixes([action], {
    system,
    facts: createFactSource(system),
    fixes: CHECK_FIXES,
    elevate: elevateWith(program),
    onProgress: ({ share, text }) => {
      if (share < 1) terminal.print(`${text}…`);
    },
    remember: (fixes) =>
      rememberFixes(state, fixes).catch(() => {
        isRemembered = false;
      }),
  });
  if (!isRemembered) {
    terminal.complain(`This could not be written to ${fixHistoryPath(state)}: keep what follows.`);
  }
  return outcomes;
}

const OUTCOMES: Readonly<Record<FixOutcome['outcome'], string>> = {
  fixed: 'Fixed: the check passes now.',
  opened: 'The settings are open: it goes on there. Nothing was changed by Workplace.',
  'not-fixed': 'Not fixed.',
  cancelled: 'Cancelled: nothing was changed.',
  refused: 'The system refused the change.',
  managed: 'Your company manages this setting.',
  'not-possible': 'Not possible here.',
};

function outcomeText({ outcome, detail, undo }: FixOutcome): string {
  const lines = [
    OUTCOMES[outcome],
    detail,
    undo,
    undo === undefined ? undefined : 'Later, this is in: workplace status',
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}
