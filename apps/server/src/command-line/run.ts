import type { Command } from 'commander';
import { type AdminClient, createClient } from './client.ts';
import { nameOption } from './name-option.ts';
import { Output, type Streams } from './output.ts';
import { openTransport } from './transport.ts';

/** Options that every command has. */
interface GlobalOptions {
  readonly json?: boolean;
  readonly data: string;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly company?: string;
  readonly dryRun?: boolean;
}

export interface Run extends AdminClient {
  readonly output: Output;
  readonly isDryRun: boolean;
}

const streamsOf = new WeakMap<Command, Streams>();

/** Where the commands of a program write. */
export function setStreams(program: Command, streams: Streams): void {
  streamsOf.set(program, streams);
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

export function streamsOfCommand(command: Command): Streams {
  const streams = streamsOf.get(rootOf(command));
  if (streams === undefined) throw new Error('The program has no streams.');
  return streams;
}

/** What `--url` says on this very command line: the environment names another gate, which is somebody's to administer. */
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
  const client = createClient(await openTransport(place), {
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
