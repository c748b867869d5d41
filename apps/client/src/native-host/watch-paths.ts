import { type FSWatcher, watch } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Events that belong together (a write, a rename, a removal) come within this time. */
const DEBOUNCE_MS = 30;

export interface WatchOptions {
  /** Files and folders, with the group each belongs to. They need not exist. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly onChange: (groups: readonly string[]) => void;
  /** A folder that cannot be watched: its groups are then read only when asked. */
  readonly onError: (folder: string, error: unknown) => void;
}

export interface PathWatcher {
  readonly ready: Promise<void>;
  readonly close: () => void;
}

/** Which names of a folder matter, and to which groups; null stands for every name. */
type Interests = Map<string | null, Set<string>>;

/**
 * Watches files and folders by the system's own events, never by a timer. Always the folder that holds the name is
 * watched, so that files replaced as a whole are seen; while that folder is missing, the nearest one above it.
 */
export function watchPaths({ paths, onChange, onError }: WatchOptions): PathWatcher {
  const watchers = new Map<string, FSWatcher>();
  let interests = new Map<string, Interests>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const refresh = async () => {
    const wanted = await findInterests(paths);
    if (isClosed) return;
    interests = wanted;
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of wanted.keys()) if (!watchers.has(folder)) open(folder);
  };

  const open = (folder: string) => {
    try {
      const watcher = watch(folder, { persistent: true }, (_, name) => onEvent(folder, name));
      watcher.on('error', (error) => {
        watchers.delete(folder);
        watcher.close();
        onError(folder, error);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      onError(folder, error);
    }
  };

  const onEvent = (folder: string, name: string | null) => {
    // A folder that was removed or replaced is a new one: its watcher is of no more use.
    if (name === basename(folder)) {
      watchers.get(folder)?.close();
      watchers.delete(folder);
    }
    for (const [wanted, groups] of interests.get(folder) ?? []) {
      if (wanted === null || name === null || wanted === name || name === basename(folder)) {
        for (const group of groups) changed.add(group);
      }
    }
    if (changed.size > 0) timer ??= setTimeout(() => void settle(), DEBOUNCE_MS);
  };

  /** First the watchers, then the readings: what is made in between is then either watched or read. */
  const settle = async () => {
    timer = null;
    const groups = [...changed];
    changed = new Set();
    await refresh();
    if (!isClosed) onChange(groups);
  };

  return {
    ready: refresh(),
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

async function findInterests(paths: ReadonlyMap<string, readonly string[]>): Promise<Map<string, Interests>> {
  const all = new Map<string, Interests>();
  const note = (folder: string, name: string | null, group: string) => {
    const names = all.get(folder) ?? new Map<string | null, Set<string>>();
    names.set(name, (names.get(name) ?? new Set()).add(group));
    all.set(folder, names);
  };
  for (const [group, listed] of paths) {
    for (const path of listed) {
      const { folder, name } = await nearestFolder(path);
      note(folder, name, group);
      if (await isFolder(path)) note(path, null, group);
      const target = await linkTarget(path);
      if (target !== null) note(dirname(target), basename(target), group);
    }
  }
  return all;
}

/** @returns the folder that exists and the name in it that leads to `path` */
async function nearestFolder(path: string): Promise<{ folder: string; name: string }> {
  const folder = dirname(path);
  if (folder === path || (await isFolder(folder))) return { folder, name: basename(path) };
  return nearestFolder(folder);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function linkTarget(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null || !found.isSymbolicLink()) return null;
  return realpath(path).catch(() => null);
}
