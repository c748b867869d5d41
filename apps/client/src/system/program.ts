import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The installed program: what browsers and the system's prompt start. */
export interface Program {
  /** The one script, or the source's entry during development. */
  readonly code: string;
  /** Absolute path of the launcher beside it; null when the client runs from its sources. */
  readonly launcher: string | null;
}

/** @param code path of the running entry script */
export function locateProgram(code: string): Program {
  const launcher = join(dirname(code), process.platform === 'win32' ? 'workplace.cmd' : 'workplace');
  return { code, launcher: existsSync(launcher) ? launcher : null };
}

/**
 * Tells whether only an administrator can change what the launcher starts. Nothing else may be run with an
 * administrator's rights: whoever can write to the program could have anything run.
 */
export function isProtectedInstallation(program: Program): boolean {
  if (program.launcher === null || process.platform === 'win32') return false;
  const node = join(dirname(program.code), 'node');
  return [program.launcher, program.code, node].every((path) => withParents(path).every(isProtected));
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
