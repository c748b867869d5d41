import { CommanderError } from 'commander';
import { CommandFailure, EXIT_CODES } from './failure.ts';
import { printable, type Streams, toJson } from './output.ts';
import { createProgram } from './program.ts';
import { wrap } from './table.ts';

/** Runs one command line. @returns the exit code */
export async function runCommandLine(words: readonly string[], streams: Streams): Promise<number> {
  const isJson = words.includes('--json');
  try {
    await createProgram(streams).parseAsync([...words], { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) return explainMisuse(error, streams);
    if (!(error instanceof CommandFailure)) throw error;
    if (isJson) streams.err(`${toJson({ error: { message: error.message, ...error.details } })}\n`);
    else for (const line of wrap(printable(error.message), streams.columns ?? 80)) streams.err(`${line}\n`);
    return error.exitCode;
  }
}

/** Help and version end a command line in the same way as a mistake does. */
function explainMisuse({ code, message }: CommanderError, streams: Streams): number {
  if (code === 'commander.helpDisplayed' || code === 'commander.version') return EXIT_CODES.done;
  if (code === 'commander.help') return EXIT_CODES.notUnderstood;
  streams.err(`${message.replace(/^error: /, '')}\nWhat there is: vestibule --help\n`);
  return EXIT_CODES.notUnderstood;
}
