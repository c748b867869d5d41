import { createInterface } from 'node:readline/promises';
import { misuse } from './failure.ts';

/** Asks whoever sits at the terminal. @throws CommandFailure when they press Ctrl-C or Ctrl-D */
export async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('SIGINT', () => left.abort());
  terminal.once('close', () => left.abort());
  try {
    return await terminal.question(question, { signal: left.signal });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    process.stdout.write('\n');
    throw misuse('You left, and nothing was changed.');
  } finally {
    terminal.close();
  }
}
