import { parseArgs } from 'node:util';
import { CLIENT_VERSION } from '../version.ts';
import { type Command, type CommandContext, type Given, parseOptions, UsageError } from './command.ts';
import { accountCommand } from './commands/account.ts';
import { agentCommand } from './commands/agent.ts';
import { applyFixesCommand } from './commands/apply-fixes.ts';
import { checkCommand } from './commands/check.ts';
import { doctorCommand } from './commands/doctor.ts';
import { fixCommand } from './commands/fix.ts';
import { installCommand, uninstallCommand } from './commands/install.ts';
import { keysCommand } from './commands/keys.ts';
import { logsCommand } from './commands/logs.ts';
import { reportCommand } from './commands/report.ts';
import { statusCommand } from './commands/status.ts';
import { selfTestCommand, tellBrowsersCommand, updateCommand } from './commands/update.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandHelp, overview } from './help.ts';

const COMMANDS: readonly Command[] = [
  statusCommand,
  checkCommand,
  fixCommand,
  doctorCommand,
  keysCommand,
  logsCommand,
  installCommand,
  uninstallCommand,
  accountCommand,
  reportCommand,
  agentCommand,
  updateCommand,
  selfTestCommand,
  tellBrowsersCommand,
  applyFixesCommand,
];

/**
 * Runs what a person typed.
 * @param words everything behind the program's name, without the options of every command
 * @returns the exit code
 */
export async function runCli(words: readonly string[], context: CommandContext): Promise<number> {
  const { print, complain } = context.terminal;
  const [name, ...rest] = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  if (name === undefined || name === '--help' || name === '-h') {
    print(overview(COMMANDS));
    return EXIT_CODES.fine;
  }
  if (name === '--version') {
    print(CLIENT_VERSION);
    return EXIT_CODES.fine;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) return misunderstood(`There is no command "${name}".`, 'workplace --help', context);
  try {
    const given = read(command, rest);
    if (given === null) {
      print(commandHelp(command));
      return EXIT_CODES.fine;
    }
    return await command.run(given, context);
  } catch (error) {
    if (error instanceof UsageError) return misunderstood(error.message, `workplace ${name} --help`, context);
    complain(`${failureText(error)}\nFind out more: workplace doctor`);
    return EXIT_CODES.error;
  }
}

/** Node's words for a refusal of the system, turned round: the file first, then what is wrong with it. */
function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const refused = /^E[A-Z]+: ([^,]*), \w+ '([^']*)'/.exec(message);
  return refused === null ? message : `${refused[2]} cannot be used: ${refused[1]}.`;
}

function misunderstood(sentence: string, hint: string, { terminal }: CommandContext): number {
  terminal.complain(`${sentence}${sentence.includes('\n') ? '\n' : ' '}Try: ${hint}`);
  return EXIT_CODES.notUnderstood;
}

/** @returns null when help is wanted */
function read(command: Command, words: readonly string[]): Given | null {
  const parsed = parse(command, words);
  if (parsed.values['help'] === true) return null;
  if (parsed.positionals.length !== command.positionals) {
    throw new UsageError(
      parsed.positionals.length > command.positionals
        ? `"${parsed.positionals[command.positionals]}" is one word too many.`
        : `Something is missing: workplace ${command.name} ${command.usage}.`,
    );
  }
  const texts = (name: string) => [parsed.values[name] ?? []].flat().filter((value) => typeof value === 'string');
  return {
    positionals: parsed.positionals,
    texts,
    text: (name) => texts(name).at(-1),
    flag: (name) => parsed.values[name] === true,
  };
}

function parse(command: Command, words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: parseOptions(command), allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(sentenceOf(error));
  }
}

/** The first sentence of `parseArgs` says what is wrong; the rest talks about its own settings. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '([^']*)'/.exec(message);
  if (unknown !== null) return `There is no option "${unknown[1]}" here.`;
  const needy = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(message);
  if (needy !== null) return `${needy[1]} needs a value.`;
  const flag = /^Option '(?:-\w, )?(--[\w-]+)' does not take an argument/.exec(message);
  if (flag !== null) return `${flag[1]} takes no value.`;
  return `${message.split(/[.\n]/, 1)[0] ?? message}.`;
}
