import type { Log } from '../state/log.ts';
import { MOUNTS, watchMounts } from './mount-events.ts';
import { type PollOptions, pollSigns, type SignPoll } from './poll-signs.ts';

/** What hardly ever changes while a page is open: each look wakes a process that sleeps. */
const SELDOM_MS = 20_000;

export interface SignWatchOptions extends Pick<PollOptions, 'signs' | 'onChange'> {
  /** Absolute path of the tool that tells of mounts; null: there is none here. */
  readonly mountTool: () => Promise<string | null>;
  readonly log: Log;
}

/**
 * Watches signs of which no file tells an event: what is mounted by the kernel's own event, where a tool waits for it,
 * else by a look once a second; the others every twenty seconds. What is added cannot be watched either, and is looked at
 * once a second.
 */
export function watchSigns({ signs, onChange, mountTool, log }: SignWatchOptions): SignPoll {
  const mounted = [...signs].filter(([, paths]) => paths.includes(MOUNTS)).map(([group]) => group);
  const others = [...signs].map(([group, paths]) => [group, paths.filter((path) => path !== MOUNTS)] as const);
  const seldom = pollSigns({ signs: new Map(others), onChange, intervalMs: SELDOM_MS });
  const poll = pollSigns({ signs: new Map(), onChange });
  let closeEvents = () => {};
  let isClosed = false;

  const onLost = (detail: string) => {
    log.write({ event: 'mounts-polled', detail });
    for (const group of mounted) poll.add(group, [MOUNTS]);
  };
  const listen = async () => {
    const tool = await mountTool();
    if (isClosed) return;
    if (tool === null) onLost('findmnt is not installed.');
    else closeEvents = watchMounts({ tool, onChange: () => onChange(mounted), onLost }).close;
  };
  if (mounted.length > 0) listen().catch((error: unknown) => onLost(String(error)));

  return {
    add: poll.add,
    close: () => {
      isClosed = true;
      seldom.close();
      poll.close();
      closeEvents();
    },
  };
}
