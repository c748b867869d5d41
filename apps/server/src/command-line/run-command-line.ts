import { type Command, CommanderError } from 'commander';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import { printable, type Streams, toJson } from './output.ts';
import { createProgram } from './program.ts';
import { wrap } from './table.ts';

/** Runs one command line. @returns the exit code */
export async function runCommandLine(words: readonly string[], streams: Streams): Promise<number> {
  const isJson = words.includes('--json');
  const program = createProgram(streams);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) return explainMisuse(error, nameCommand(program, words), streams);
    if (!(error instanceof CommandFailure)) throw error;
    if (isJson) streams.err(`${toJson({ error: { message: error.message, ...error.details } })}\n`);
    else for (const line of wrap(printable(error.message), streams.columns ?? 80)) streams.err(`${line}\n`);
    return error.exitCode;
  }
}

/** The command that was meant, as far as it can be made out: its own help is what says what is missing. */
function nameCommand(program: Command, words: readonly string[]): string {
  let command = program;
  for (const word of words) {
    const below = command.commands.find((one) => one.name() === word);
    // In front of the command stand options of the program and their values; behind it, its own.
    if (below === undefined && command !== program) break;
    command = below ?? command;
  }
  const names = [];
  for (let one: Command | null = command; one !== null; one = one.parent) names.unshift(one.name());
  return names.join(' ');
}

/** Help and version end a command line in the same way as a mistake does. */
function explainMisuse({ code, message }: CommanderError, command: string, streams: Streams): number {
  if (code === 'commander.helpDisplayed' || code === 'commander.version') return EXIT_CODES.done;
  if (code === 'commander.help') return EXIT_CODES.notUnderstood;
  streams.err(`${message.replace(/^error: /, '')}\nWhat there is: ${command} --help\n`);
  return EXIT_CODES.notUnderstood;
}
