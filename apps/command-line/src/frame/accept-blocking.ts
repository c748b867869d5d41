import type { Command } from 'commander';
import { misuse } from './failure.ts';

export interface AcceptingOptions {
  readonly acceptBlocking?: string;
}

/** Takes the option with which someone says that they know whom a change keeps out. */
export function acceptingBlocking(command: Command): Command {
  return command.option('--accept-blocking <n>', 'go on although it newly keeps so many people from work');
}

/** How many computers or people may be newly stopped; undefined: no one said. */
export function readAccepted(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) {
    throw misuse(`--accept-blocking takes a whole number from 0 to 999999, and not ${text}.`);
  }
  return Number(text);
}
