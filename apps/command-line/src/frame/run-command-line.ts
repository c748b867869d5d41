import { type Command, CommanderError } from 'commander';
import { CommandFailure, errorOf, EXIT_CODES, misuse } from './failure.ts';
import { printable, type Streams, toJson } from './output.ts';
import { wrap } from './table.ts';

interface CommandLine {
  readonly streams: Streams;
  readonly createProgram: (streams: Streams) => Command;
  /** What this command line says of an error that no command expects. Null: it is thrown. */
  readonly explain?: (error: unknown) => CommandFailure | null;
}

/**
 * Runs one command line. With `--json` a failure is one JSON object on standard output, unless the command has answered
 * already: then its answer says what failed. @returns the exit code
 */
export async function runCommandLine(
  words: readonly string[],
  { streams: given, createProgram, explain = () => null }: CommandLine,
): Promise<number> {
  const isJson = words.includes('--json');
  let hasAnswered = false;
  const streams: Streams = {
    ...given,
    out: (text) => {
      hasAnswered = true;
      given.out(text);
    },
  };
  const program = createProgram(isJson ? { ...streams, err: () => undefined } : streams);
  const fail = (failure: CommandFailure, help: string): number => {
    if (isJson && !hasAnswered) streams.out(`${toJson({ error: errorOf(failure, help) })}\n`);
    for (const line of wrap(printable(failure.message), streams.columns ?? 80)) streams.err(`${line}\n`);
    return failure.exitCode;
  };
  try {
    await program.parseAsync([...words], { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    const command = nameCommand(program, words);
    const help = `${command} --help`;
    if (error instanceof CommandFailure) return fail(error, help);
    if (error instanceof CommanderError) {
      const { code, message } = error;
      if (code === 'commander.helpDisplayed' || code === 'commander.version') return EXIT_CODES.done;
      // Without --json the help itself is on the screen.
      if (code === 'commander.help') {
        return isJson ? fail(misuse(`${command} is not a whole command.`), help) : EXIT_CODES.notUnderstood;
      }
      fail(misuse(message.replace(/^error: /, '')), help);
      streams.err(`What there is: ${help}\n`);
      return EXIT_CODES.notUnderstood;
    }
    const explained = explain(error);
    if (explained !== null) return fail(explained, help);
    if (isJson && !hasAnswered) {
      const message = error instanceof Error ? error.message : String(error);
      streams.out(`${toJson({ error: errorOf(new CommandFailure(EXIT_CODES.serverError, message), help) })}\n`);
    }
    throw error;
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
