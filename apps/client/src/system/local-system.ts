import { readdir, readFile, rm } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { ChangePort, Outcome } from '@vestibule/checks';
import { type OperatingSystem, say } from '@vestibule/contracts';
import { writeAtomically } from './atomic-file.ts';
import { findTool } from './find-tool.ts';
import { runCommand } from './run-command.ts';
import { systemFailure } from './system-error.ts';
import { toolEnvironment } from './tool-environment.ts';
import { isAdministrator } from './windows/is-administrator.ts';
import { createWindowsPort } from './windows/windows-port.ts';

/** The computer this process runs on, or a folder that stands for one. */
export interface LocalSystem extends ChangePort {
  /** Files are read and written below this folder, tools still answer for the real computer; null on a real one. */
  readonly rootFolder: string | null;
  /** What names that folder to another process of this program; empty on a real one. */
  readonly rootOptions: readonly string[];
  /** Maps a path of the system to the one on disk. */
  readonly toReal: (path: string) => string;
}

export interface LocalSystemOptions {
  /** Only tests give one. */
  readonly rootFolder?: string | undefined;
  /** The option by which a development build is told that folder. */
  readonly rootOption?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

/** Opens the system for reading and for fixes. */
export function openLocalSystem({ rootFolder, rootOption, environment, now }: LocalSystemOptions): LocalSystem {
  const root = rootFolder === undefined ? null : resolve(rootFolder);
  const operatingSystem = currentOperatingSystem();
  const toReal = (path: string) => (root === null ? path : join(root, path));
  const user = currentUser(environment);
  const run: LocalSystem['run'] = async ({ tool, arguments: toolArguments, timeoutMs, environment: ofSession }) => {
    const path = await findTool(tool, operatingSystem, root);
    if (path === null)
      return { ok: false, reason: 'tool-missing', detail: say('This is not installed: {name}', { name: tool }) };
    return runCommand(path, toolArguments, {
      timeoutMs,
      environment: toolEnvironment(environment, user.home, ofSession),
    });
  };
  return {
    rootFolder: root,
    rootOptions: root === null || rootOption === undefined ? [] : [rootOption, root],
    toReal,
    operatingSystem,
    user,
    environment,
    isElevated: root !== null || (operatingSystem === 'windows' ? isAdministrator() : isRoot()),
    now,
    readFile: (path) => attempt(() => readFile(toReal(path), 'utf8')),
    listFolder: (path) => attempt(async () => (await readdir(toReal(path))).toSorted()),
    run,
    writeFile: (path, content, options) => attempt(() => writeAtomically(toReal(path), content, options)),
    removeFile: (path) => attempt(() => rm(toReal(path), { force: true })),
    ...(operatingSystem === 'linux' && root === null && process.getuid?.() !== 0 ? { askReader } : {}),
    ...(operatingSystem === 'linux' && root === null ? { hear } : {}),
    ...(operatingSystem === 'windows' ? createWindowsPort(environment, root, run) : {}),
  };
}

/** Whether this process may do everything; on Windows there is no such account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Loaded when a scan asks: an administrator, and most commands, never do. */
const askReader: NonNullable<LocalSystem['askReader']> = async (facts) =>
  (await import('../reader/ask-reader.ts')).createAskReader()(facts);

/** Loaded when something listens that others reach. */
const hear: NonNullable<LocalSystem['hear']> = async (place) => (await import('./hear.ts')).hear(place);

/** @throws on systems for which there is no client */
export function currentOperatingSystem(): OperatingSystem {
  const known: Readonly<Record<string, OperatingSystem>> = { linux: 'linux', darwin: 'macos', win32: 'windows' };
  const operatingSystem = known[process.platform];
  if (operatingSystem === undefined) throw new Error(`Workplace does not run on ${process.platform}.`);
  return operatingSystem;
}

function currentUser(environment: LocalSystemOptions['environment']): LocalSystem['user'] {
  try {
    const { uid, username, homedir: home } = userInfo();
    return { id: uid, name: username, home };
  } catch {
    // An account without an entry in the user database, as in some containers.
    return { id: process.getuid?.() ?? -1, name: environment['USER'] ?? '', home: homedir() };
  }
}

async function attempt<Value>(action: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return systemFailure(error);
  }
}
