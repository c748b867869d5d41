import type { ParseArgsConfig } from 'node:util';
import type { InstallTools } from '../install/install.ts';
import type { Web } from '../network/web.ts';

/** Where a command writes and what it may ask. */
export interface Terminal {
  readonly print: (text: string) => void;
  /** For what went wrong: kept apart, so that it never ends up in a file of JSON. */
  readonly complain: (text: string) => void;
  /** @returns false when there is no one to ask */
  readonly confirm: (question: string) => Promise<boolean>;
}

export interface CommandContext extends InstallTools {
  readonly terminal: Terminal;
  /** What the overview says about options that only a development build has. */
  readonly developmentHelp: readonly (readonly [string, string])[];
  /** Opens this client's own way to its servers; nothing leaves the computer before a command asks for it. */
  readonly web: () => Promise<Web>;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
}

/** Options as given; a name appears only when its option was. */
export interface Given {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean;
}

export interface CommandOption {
  readonly kind: 'flag' | 'text' | 'texts';
  /** Stands for the value: `--policy FILE`. */
  readonly placeholder?: string;
  readonly help: string;
}

export interface Command {
  readonly name: string;
  /** What stands behind the name: `<check> [--yes]`. */
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs of `workplace <name> --help`. */
  readonly explanation: readonly string[];
  readonly examples: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly positionals: number;
  /** Left out of the overview: not for people. */
  readonly isInternal?: boolean;
  /** @returns the exit code */
  readonly run: (given: Given, context: CommandContext) => Promise<number>;
}

/** Thrown by commands for what the person typed; printed as it is, with a hint. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type ParseOptions = NonNullable<ParseArgsConfig['options']>;

/** Translates a command's options for `parseArgs`. */
export function parseOptions(command: Command): ParseOptions {
  const options: ParseOptions = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { kind }] of Object.entries(command.options)) {
    options[name] = kind === 'flag' ? { type: 'boolean' } : { type: 'string', multiple: kind === 'texts' };
  }
  return options;
}
