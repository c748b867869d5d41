import { CONSOLE_TOPICS, consoleEventsCall, type ConsoleTopic, OWN_LIMITS, PUSH_EVENTS } from '@vestibule/contracts';

/** What is heard of the server: it is there and will say what changes; what has changed; or nothing is heard any more. */
export type Heard = { readonly said: 'connected' | 'lost' } | { readonly said: 'look'; readonly topic: ConsoleTopic };

/** The stream of what changes in the company; a test has its own. */
export interface Live {
  /** @returns ends it */
  listen(hear: (heard: Heard) => void): () => void;
}

/** So many heartbeats may be missing. */
const SILENT_BEATS = 3;
const SILENT_MS = SILENT_BEATS * OWN_LIMITS.pushHeartbeatIntervalMs;
/** A stream that was refused or fell silent is opened again after this. */
const AGAIN_AFTER_MS = 5000;
/** As `EventSource.CLOSED`: it will not connect again by itself. */
const CLOSED = 2;

/** Server-sent events, as long as the page is looked at: one that is not seen holds no connection. */
export function createLive(): Live {
  return {
    listen(hear) {
      let source: EventSource | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isConnected = false;

      const later = (afterMs: number, task: () => void) => {
        clearTimeout(timer);
        timer = setTimeout(task, afterMs);
      };
      const close = () => {
        clearTimeout(timer);
        source?.close();
        source = null;
      };
      const lose = () => {
        if (isConnected) hear({ said: 'lost' });
        isConnected = false;
      };
      const beGone = () => {
        close();
        lose();
        later(AGAIN_AFTER_MS, open);
      };
      const live = () => {
        later(SILENT_MS, beGone);
        if (!isConnected) hear({ said: 'connected' });
        isConnected = true;
      };

      function open(): void {
        close();
        const opened = new EventSource(consoleEventsCall.path);
        source = opened;
        later(SILENT_MS, beGone);
        // What lies between may gather what comes: only what has arrived says that something arrives.
        opened.addEventListener(PUSH_EVENTS.heartbeat, live);
        opened.addEventListener(PUSH_EVENTS.look, ({ data }: MessageEvent<unknown>) => {
          live();
          const topic = CONSOLE_TOPICS.find((one) => one === data);
          if (topic !== undefined) hear({ said: 'look', topic });
        });
        opened.addEventListener('error', () => {
          lose();
          // A broken connection is made again by the browser, one that was refused is not.
          if (opened.readyState === CLOSED) later(AGAIN_AFTER_MS, open);
        });
      }

      const look = () => {
        if (document.visibilityState !== 'visible') {
          close();
          isConnected = false;
        } else if (source === null) open();
      };
      document.addEventListener('visibilitychange', look);
      look();
      return () => {
        document.removeEventListener('visibilitychange', look);
        close();
      };
    },
  };
}
