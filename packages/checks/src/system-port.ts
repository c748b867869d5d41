import type { FactReading, OperatingSystem, UnavailableReason } from '@vestibule/contracts';
import type { WindowsInventory } from './windows/inventory.ts';

/** An expected failure is a value: the reason is shown to the person, the detail to support. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: UnavailableReason | 'missing'; readonly detail: string };

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Command {
  /** Name only; the port finds it in the system's own folders, never through PATH. */
  readonly tool: string;
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
  /**
   * Variables of the session that is asked about. The environment of this process reaches no tool of a reader, so that
   * no one chooses by it what is read.
   */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Facts that the reader service of an installation for everyone reads as root: a closed list, and all of it. */
export const READER_FACTS = ['firewall', 'automaticUpdates', 'openAccounts'] as const;
export type ReaderFacts = (typeof READER_FACTS)[number];

/** Everything a reader may do to a computer: look. One production and one test implementation. */
export interface SystemPort {
  readonly operatingSystem: OperatingSystem;
  readonly user: { readonly id: number; readonly name: string; readonly home: string };
  /** Environment of the person's session (XDG_CURRENT_DESKTOP and the like). */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when this process may change the system without asking. */
  readonly isElevated: boolean;
  readonly now: () => Date;
  /**
   * Another folder below which files are read and written; absent, null or '' on a real computer. Tools still answer for
   * the real one, so a reader passes it on to tools that take it and otherwise prefers the files.
   */
  readonly rootFolder?: string | null;
  /** Text of a file; `missing` when it is not there, `access-denied` when it may not be read. */
  readFile(path: string): Promise<Outcome<string>>;
  /** Names in a folder, sorted; `missing` when it is not there. */
  listFolder(path: string): Promise<Outcome<readonly string[]>>;
  /** Runs a tool with an argument list and the C locale; `tool-missing` and `timed-out` are outcomes. */
  run(command: Command): Promise<Outcome<CommandResult>>;
  /**
   * What a program that listens on this computer says to everyone who connects, within a moment; nothing where it waits to be
   * spoken to. Absent where no reader asks.
   */
  readonly hear?: (place: ListeningPlace) => Promise<string>;
  /**
   * For the length of one scan (`oneScan`): what several readers ask is read once, by its name. Absent elsewhere, so that
   * what a fix reads is never older than what it did.
   */
  readonly once?: <Value>(name: string, read: () => Promise<Value>) => Promise<Value>;
  /**
   * On Windows only: everything that needs PowerShell, read by one process. Each call reads again; `oneScan` makes one
   * reading of all that are asked for in a scan.
   */
  readonly windowsInventory?: () => Promise<Outcome<WindowsInventory>>;
  /**
   * Has the reader service read what an ordinary person may not; null where there is none, or none to be believed. Absent
   * where it is not needed: on other systems, and for an administrator.
   */
  readonly askReader?: (facts: ReaderFacts) => Promise<FactReading | null>;
}

/** Where a program listens, as this computer itself reaches it. */
export interface ListeningPlace {
  readonly address: string;
  readonly port: number;
  /** Said first; nothing when left out. */
  readonly say?: string;
}

/** Scripts that are shipped with the client, for what no tool of Windows does. */
export interface WindowsScript {
  readonly name: 'screen-saver' | 'defender-realtime' | 'defender-remove-threats' | 'installation' | 'elevate';
  /** Values for the script's own validated parameters: '-Seconds', '600'. */
  readonly arguments: readonly string[];
  readonly timeoutMs: number;
}

/** A system that may be changed: what fixes get. */
export interface ChangePort extends SystemPort {
  /** On Windows only. `blocked-by-policy` when the company lets no script run. */
  readonly runWindowsScript?: (script: WindowsScript) => Promise<Outcome<CommandResult>>;
  /** Writes atomically, keeping owner and mode of a file that is already there. */
  writeFile(path: string, content: string, options?: { readonly mode?: number }): Promise<Outcome<void>>;
  removeFile(path: string): Promise<Outcome<void>>;
}
