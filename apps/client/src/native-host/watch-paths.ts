import { watch } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isMissing } from '../system/system-error.ts';

/** Events that belong together (a write, a rename, a removal) come within this time. */
const DEBOUNCE_MS = 30;

/** A folder that fails so often without a single event in between is left alone. */
const MAXIMUM_FAILURES = 3;

/** Watches the names in one folder, not in those below it. A name is null where the system does not tell it. */
export type WatchFolder = (
  folder: string,
  onEvent: (name: string | null) => void,
  onError: (error: unknown) => void,
) => { readonly close: () => void };

export interface WatchOptions {
  /** Files and folders, with the group each belongs to. They need not exist. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly onChange: (groups: readonly string[]) => void;
  /** A folder that cannot be watched, told once: its groups are then read only when asked. */
  readonly onError: (folder: string, error: unknown) => void;
  /** The system's own events, when left out. */
  readonly watchFolder?: WatchFolder;
}

export interface PathWatcher {
  readonly ready: Promise<void>;
  readonly close: () => void;
}

/** Which names of a folder matter, and to which groups; null stands for every name. */
type Interests = Map<string | null, Set<string>>;

/**
 * Watches files and folders by the system's own events, never by a timer. Always the folder that holds the name is
 * watched, so that files replaced as a whole are seen; while that folder is missing, the nearest one above it. Systems
 * differ in how they tell that a watched folder itself has gone: Linux by its own name, Windows by an error, macOS not at
 * all, but there a folder is watched by its path and is still watched when it is made again.
 */
export function watchPaths({ paths, onChange, onError, watchFolder = watchBySystem }: WatchOptions): PathWatcher {
  const watchers = new Map<string, ReturnType<WatchFolder>>();
  const failures = new Map<string, number>();
  const leftAlone = new Set<string>();
  let interests = new Map<string, Interests>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const refresh = async () => {
    const wanted = await findInterests(paths);
    if (isClosed) return;
    interests = wanted;
    for (const folder of watchers.keys()) if (!wanted.has(folder)) forget(folder);
    for (const folder of wanted.keys()) if (!watchers.has(folder) && !leftAlone.has(folder)) open(folder);
  };

  const open = (folder: string) => {
    try {
      const watcher = watchFolder(
        folder,
        (name) => onEvent(folder, name),
        (error) => {
          forget(folder);
          noteChange(folder, null);
          tryAgain(folder, error);
        },
      );
      watchers.set(folder, watcher);
    } catch (error) {
      // It was there a moment ago; anything else than its absence will not change by asking again.
      if (isMissing(error)) tryAgain(folder, error);
      else leaveAlone(folder, error);
    }
  };

  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const tryAgain = (folder: string, error: unknown) => {
    const count = (failures.get(folder) ?? 0) + 1;
    failures.set(folder, count);
    if (count >= MAXIMUM_FAILURES) leaveAlone(folder, error);
    schedule();
  };

  const leaveAlone = (folder: string, error: unknown) => {
    leftAlone.add(folder);
    onError(folder, error);
  };

  const onEvent = (folder: string, name: string | null) => {
    failures.delete(folder);
    // A folder that was removed or replaced is a new one: its watcher is of no more use.
    const isItself = name !== null && isSameName(name, basename(folder));
    if (isItself) forget(folder);
    noteChange(folder, isItself ? null : name);
    if (changed.size > 0) schedule();
  };

  const noteChange = (folder: string, name: string | null) => {
    for (const [wanted, groups] of interests.get(folder) ?? []) {
      if (wanted !== null && name !== null && !isSameName(wanted, name)) continue;
      for (const group of groups) changed.add(group);
    }
  };

  const schedule = () => {
    if (!isClosed) timer ??= setTimeout(() => void settle(), DEBOUNCE_MS);
  };

  /** First the watchers, then the readings: what is made in between is then either watched or read. */
  const settle = async () => {
    timer = null;
    const groups = [...changed];
    changed = new Set();
    await refresh();
    if (!isClosed && groups.length > 0) onChange(groups);
  };

  return {
    ready: refresh(),
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const folder of watchers.keys()) forget(folder);
    },
  };
}

const watchBySystem: WatchFolder = (folder, onEvent, onError) => {
  const watcher = watch(folder, { persistent: true }, (_, name) => onEvent(name));
  watcher.on('error', onError);
  return watcher;
};

/** Windows and macOS may tell a name in other letters than it was asked for; on Linux it is one reading too many. */
function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
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
