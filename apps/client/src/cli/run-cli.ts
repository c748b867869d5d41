import { parseArgs } from 'node:util';
import { CLIENT_VERSION } from '../version.ts';
import { type Command, type CommandContext, type Given, parseOptions, UsageError } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandHelp, overview } from './help.ts';

type Load = () => Promise<Command>;

/** Each is loaded when it is called: what a command does not need, its start does not wait for. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['status', async () => (await import('./commands/status.ts')).statusCommand],
  ['open', async () => (await import('./commands/open.ts')).openCommand],
  ['check', async () => (await import('./commands/check.ts')).checkCommand],
  ['fix', async () => (await import('./commands/fix.ts')).fixCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctorCommand],
  ['keys', async () => (await import('./commands/keys.ts')).keysCommand],
  ['logs', async () => (await import('./commands/logs.ts')).logsCommand],
  ['install', async () => (await import('./commands/install.ts')).installCommand],
  ['uninstall', async () => (await import('./commands/install.ts')).uninstallCommand],
  ['account', async () => (await import('./commands/account.ts')).accountCommand],
  ['report', async () => (await import('./commands/report.ts')).reportCommand],
  ['agent', async () => (await import('./commands/agent.ts')).agentCommand],
  ['update', async () => (await import('./commands/update.ts')).updateCommand],
  ['self-test', async () => (await import('./commands/update.ts')).selfTestCommand],
  ['tell-browsers', async () => (await import('./commands/update.ts')).tellBrowsersCommand],
  ['install-software', async () => (await import('./commands/install-software.ts')).installSoftwareCommand],
  ['apply-fixes', async () => (await import('./commands/apply-fixes.ts')).applyFixesCommand],
]);

/**
 * Runs what a person typed.
 * @param words everything behind the program's name, without the options of every command
 * @returns the exit code
 */
export async function runCli(words: readonly string[], context: CommandContext): Promise<number> {
  const { print, complain } = context.terminal;
  const [name, ...rest] = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  if (name === undefined || name === '--help' || name === '-h') {
    print(overview(await Promise.all([...COMMANDS.values()].map((load) => load())), context.developmentHelp));
    return EXIT_CODES.fine;
  }
  if (name === '--version') {
    print(CLIENT_VERSION);
    return EXIT_CODES.fine;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) {
    const kind = name.startsWith('-') ? 'option' : 'command';
    return misunderstood(`There is no ${kind} "${name}".`, 'workplace --help', context);
  }
  try {
    const command = await load();
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
