import { EVENT_SUBJECTS, type EventSubject, LIMITS, PUSH_EVENTS } from '@vestibule/contracts';
import { type EventsPort, pathOnSite } from '@vestibule/flows';

type Said = Parameters<Parameters<EventsPort['listen']>[1]>[0];
type Hear = (said: Said) => void;

const NAME = 'wp-push';
/** As `EventSource.CLOSED`: it will not connect again by itself. */
const CLOSED = 2;

/**
 * What the server pushes, as server-sent events. The tabs of a browser share one stream, because a browser opens few
 * connections to one server: the tab that holds the lock has the stream and passes on what it hears; when it closes,
 * another one takes its place.
 */
export function createEventsPort(): EventsPort {
  return {
    listen(address, hear) {
      const path = pathOnSite(address, location.origin);
      if (path === null) return () => undefined;
      // Locks exist in secure pages only; without them each tab has a stream of its own.
      return 'locks' in navigator ? listenTogether(path, hear) : openStream(path, hear);
    },
  };
}

function listenTogether(path: string, hear: Hear): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSaid(data)) hear(data);
  });
  const ending = new AbortController();
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openStream(path, (said) => {
        hear(said);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it reaches this site alone
        channel.postMessage(said);
      });
      ending.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Only the end of listening rejects it.
  navigator.locks.request(NAME, { signal: ending.signal }, lead).catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
  };
}

/** @returns closes it */
function openStream(path: string, hear: Hear): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = open();

  function open(): EventSource {
    const opened = new EventSource(path);
    opened.addEventListener('open', () => hear({ said: 'connected' }));
    opened.addEventListener(PUSH_EVENTS.heartbeat, () => hear({ said: 'heartbeat' }));
    opened.addEventListener(PUSH_EVENTS.look, ({ data }: MessageEvent<unknown>) => {
      if (isSubject(data)) hear({ said: 'look', subject: data });
    });
    opened.addEventListener('error', () => {
      // A broken connection is made again by the browser, one that was refused is not.
      if (opened.readyState === CLOSED) timer = setTimeout(() => (source = open()), LIMITS.workflowRetryDelayMs);
    });
    return opened;
  }

  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function isSubject(data: unknown): data is EventSubject {
  return EVENT_SUBJECTS.some((subject) => subject === data);
}

/** Whatever another tab says, it may be one of an older version. */
function isSaid(data: unknown): data is Said {
  if (typeof data !== 'object' || data === null || !('said' in data)) return false;
  if (data.said === 'look') return 'subject' in data && isSubject(data.subject);
  return data.said === 'connected' || data.said === 'heartbeat';
}
