import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the client keeps what is its own: keys, pinned portals, sessions, the sequence number, the log. */
export interface StateFolder {
  readonly path: string;
  /** False when the person or a test chose another folder than the system's usual one. */
  readonly isUsual: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the state folder without touching it.
 * @param chosen the folder given with `--state`; WORKPLACE_STATE comes next, then the system's usual one
 */
export function locateStateFolder(environment: Environment, chosen?: string): StateFolder {
  const given = chosen ?? environment['WORKPLACE_STATE'];
  if (given !== undefined && given !== '') return { path: resolve(given), isUsual: false };
  return { path: usualFolder(environment), isUsual: true };
}

/** Makes the folder, closed to everyone else. */
export async function prepareStateFolder(folder: StateFolder): Promise<void> {
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') await chmod(folder.path, 0o700);
}

function usualFolder(environment: Environment): string {
  if (process.platform === 'win32') {
    return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Workplace');
  }
  const home = environment['HOME'] || homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Workplace');
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'workplace');
}
