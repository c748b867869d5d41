import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A look at each sign, once a second: about two thousandths of a processor, nearly all of them for waking up. */
const INTERVAL_MS = 1000;

export interface PollOptions {
  /** What may change without an event, by the group that hangs on it. */
  readonly signs: ReadonlyMap<string, readonly string[]>;
  readonly onChange: (groups: readonly string[]) => void;
  readonly intervalMs?: number;
}

export interface SignPoll {
  /** Looks at these as well, from now on. */
  readonly add: (group: string, paths: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Looks at files that tell no event: those of the kernel by what is in them, those in folders that cannot be watched by
 * time, size and place. Without a sign there is no timer.
 */
export function pollSigns({ signs, onChange, intervalMs = INTERVAL_MS }: PollOptions): SignPoll {
  const wanted = new Map<string, Set<string>>();
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const look = async () => {
    timer = null;
    const changed = new Set<string>();
    for (const [path, groups] of wanted) {
      const sign = await signOf(path);
      const before = known.get(path);
      known.set(path, sign);
      if (before !== undefined && before !== sign) for (const group of groups) changed.add(group);
    }
    if (isClosed) return;
    if (changed.size > 0) onChange([...changed]);
    schedule();
  };

  const schedule = (delay = intervalMs) => {
    if (!isClosed && wanted.size > 0) timer ??= setTimeout(() => void look(), delay);
  };

  const add = (group: string, paths: readonly string[]) => {
    for (const path of paths) wanted.set(path, (wanted.get(path) ?? new Set()).add(group));
    // The first look only learns how things are.
    schedule(0);
  };

  for (const [group, paths] of signs) add(group, paths);
  return {
    add,
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/**
 * Files of the kernel have neither a size nor a time of change. They are read from memory, at once: asking another thread
 * would cost more than reading them.
 */
async function signOf(path: string): Promise<string> {
  if (path.startsWith('/proc/')) return contentOf(path);
  const found = await stat(path).catch(() => null);
  return found === null ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'missing';
  }
}
