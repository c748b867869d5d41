import { CommandFailure, EXIT_CODES, runCommandLine as runLine, type Streams } from '@vestibule/command-line';
import { DiskFullError, isDiskFull } from '../database/disk-full.ts';
import { createProgram } from './program.ts';

/** Runs one line of the server's own `vestibule`. @returns the exit code */
export function runCommandLine(words: readonly string[], streams: Streams): Promise<number> {
  return runLine(words, { streams, createProgram, explain });
}

/** Whatever a command was about: no one is helped by a stack. PGlite throws what is no error at all. */
function explain(error: unknown): CommandFailure | null {
  if (!isDiskFull(error)) return null;
  const said = error instanceof DiskFullError ? error.message : 'The disk is full. Make room, and do this again.';
  return new CommandFailure(EXIT_CODES.refused, said);
}
