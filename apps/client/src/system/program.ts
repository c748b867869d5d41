import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The installed program: what browsers and the system's prompt start. */
export interface Program {
  /** The script that is started, or the source's entry during development; its parts lie next to it. */
  readonly code: string;
  /** Absolute path of the launcher next to it; null when the client runs from its sources. */
  readonly launcher: string | null;
}

/** Below the launcher's folder: a folder for each version that came by an update. */
export const VERSIONS_FOLDER = 'versions';

/** @param code path of the running entry script */
export function locateProgram(code: string): Program {
  const launcher = join(homeOf(code), process.platform === 'win32' ? 'workplace.cmd' : 'workplace');
  return { code, launcher: existsSync(launcher) ? launcher : null };
}

/** A version that came by an update has no launcher of its own: what browsers were told about stays where it is. */
function homeOf(code: string): string {
  const folder = dirname(code);
  return basename(dirname(folder)) === VERSIONS_FOLDER ? dirname(dirname(folder)) : folder;
}

/** Every script of the program: the one that is started, and the parts that it loads. Sorted; of sources only the entry. */
export function scriptsOf({ code }: Program): readonly string[] {
  if (!code.endsWith('.mjs')) return [code];
  const folder = dirname(code);
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  return names.toSorted().map((name) => join(folder, name));
}

/** What kind of computer this is, as packages and updates name it. */
export function currentPlatform(): string {
  const systems: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };
  return `${systems[process.platform] ?? process.platform}-${process.arch}`;
}

/**
 * Tells whether only an administrator can change what the launcher starts. Nothing else may be run with an
 * administrator's rights: anyone who can write to the program could have anything run.
 */
export function isProtectedInstallation(program: Program): boolean {
  if (program.launcher === null || process.platform === 'win32') return false;
  const node = join(dirname(program.code), 'node');
  return [program.launcher, program.code, node].every(isProtectedPath) && scriptsOf(program).every(isProtectedPath);
}

/** Whether only root can write to this, or to any folder above it. Where a link is on the way the answer is no. */
export function isProtectedPath(path: string): boolean {
  return withParents(path).every(isProtected);
}

function withParents(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withParents(parent)];
}

function isProtected(path: string): boolean {
  try {
    const { uid, mode } = lstatSync(path);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
