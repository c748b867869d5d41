import type { Command } from 'commander';
import { type AdminClient, createClient } from './client.ts';
import { nameOption } from './name-option.ts';
import { Output, type Streams } from './output.ts';
import type { GateOptions, Transport } from './transport.ts';

/** Options that every command has. */
interface GlobalOptions extends GateOptions {
  readonly json?: boolean;
  readonly company?: string;
  readonly dryRun?: boolean;
}

/** Where the commands of a program write, and how they reach the gate. */
export interface Surroundings {
  readonly streams: Streams;
  readonly open: (options: GateOptions) => Promise<Transport>;
}

export interface Run extends AdminClient {
  readonly output: Output;
  readonly isDryRun: boolean;
}

const surroundings = new WeakMap<Command, Surroundings>();

export function setSurroundings(program: Command, given: Surroundings): void {
  surroundings.set(program, given);
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function surroundingsOf(command: Command): Surroundings {
  const found = surroundings.get(rootOf(command));
  if (found === undefined) throw new Error('The program has no surroundings.');
  return found;
}

export function streamsOfCommand(command: Command): Streams {
  return surroundingsOf(command).streams;
}

/** What `--url` says on this very command line: the environment names another gate, which is someone's to administer. */
export function urlOf(command: Command): string | undefined {
  const root = rootOf(command);
  return root.getOptionValueSource('url') === 'cli' ? root.opts<GlobalOptions>().url : undefined;
}

export function outputOf(command: Command): Output {
  return new Output(streamsOfCommand(command), command.optsWithGlobals<GlobalOptions>().json === true);
}

/** Does the work of a command with a way to the server. @param command the one that was called: commander's last argument */
export async function run(command: Command, work: (run: Run) => Promise<void>): Promise<void> {
  const { company, dryRun, ...place } = command.optsWithGlobals<GlobalOptions>();
  const isDryRun = dryRun === true;
  const client = createClient(await surroundingsOf(command).open(place), {
    company,
    isDryRun,
    nameField: (message) => nameOption(command, message),
  });
  await work({ ...client, output: outputOf(command), isDryRun });
}

/** Makes a command one that changes something. */
export function changing(command: Command): Command {
  return command.option('--dry-run', 'say what would change, and change nothing');
}

/** Examples below a command's help, each to be copied whole. */
export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map(exampleLine).join('\n')}`);
}

const WIDTH = 76;

/** What is longer than a line goes on in the next, as a shell takes it. */
function exampleLine(words: string): string {
  const [first = '', ...options] = `vestibule ${words}`.split(/ (?=--)/);
  const lines = [first];
  for (const option of options) {
    const longer = `${lines.at(-1) ?? ''} ${option}`;
    if (longer.length > WIDTH - 2) lines.push(`    ${option}`);
    else lines[lines.length - 1] = longer;
  }
  return `  $ ${lines.join(' \\\n  ')}`;
}
