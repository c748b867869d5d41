// @vitest-environment jsdom
import { LIMITS } from '@vestibule/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEventsPort } from './events.ts';

/** The browser's event source, spoken for by the test. */
class Source extends EventTarget {
  static opened: Source[] = [];
  readyState = 1;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Source.opened.push(this);
  }
  close() {
    this.readyState = 2;
  }
  say(event: string, data = '') {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
}

/** The locks of a browser: one holder at a time, in the order in which they asked. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      last = last.then(() => (signal.aborted ? undefined : hold()));
      return last;
    },
  };
}

const ADDRESS = `${location.origin}/api/online/v1/events`;
const ends: (() => void)[] = [];

beforeEach(() => {
  Source.opened = [];
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('navigator', { locks: createLocks() });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

function listen(address = ADDRESS) {
  const heard: unknown[] = [];
  const end = createEventsPort().listen(address, (said) => heard.push(said));
  ends.push(end);
  return { heard, end };
}
const opened = async (count = 1) => {
  await vi.waitFor(() => expect(Source.opened).toHaveLength(count), 15_000);
  const source = Source.opened[count - 1];
  if (source === undefined) throw new Error('No stream was opened.');
  return source;
};

describe('one tab', () => {
  test('hears that it is connected, heartbeats, and what to look at', async () => {
    const { heard } = listen();
    const source = await opened();
    source.dispatchEvent(new Event('open'));
    source.say('heartbeat');
    source.say('look', 'policy');
    expect(source.address).toBe('/api/online/v1/events');
    expect(heard).toEqual([{ said: 'connected' }, { said: 'heartbeat' }, { said: 'look', subject: 'policy' }]);
  });

  test('believes no subject that it does not know', async () => {
    const { heard } = listen();
    (await opened()).say('look', '<b>anything</b>');
    expect(heard).toEqual([]);
  });

  test('opens no stream of another site', async () => {
    listen('https://evil.example/events');
    await Promise.resolve();
    expect(Source.opened).toEqual([]);
  });

  test('opens a stream that was refused again after a while; one that broke is the browser’s own affair', async () => {
    listen();
    const source = await opened();
    vi.useFakeTimers();
    source.readyState = 0;
    source.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(LIMITS.workflowRetryDelayMs);
    expect(Source.opened).toHaveLength(1);
    source.readyState = 2;
    source.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(LIMITS.workflowRetryDelayMs - 1);
    expect(Source.opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(Source.opened).toHaveLength(2);
  });

  test('closes its stream at the end', async () => {
    const { end } = listen();
    const source = await opened();
    end();
    expect(source.readyState).toBe(2);
  });

  test('has a stream of its own in a browser without locks', async () => {
    vi.stubGlobal('navigator', {});
    listen();
    expect((await opened()).address).toBe('/api/online/v1/events');
  });
});

describe('two tabs', () => {
  test('share one stream', async () => {
    listen();
    const second = listen();
    (await opened()).say('look', 'check-result');
    await vi.waitFor(() => expect(second.heard).toEqual([{ said: 'look', subject: 'check-result' }]), 15_000);
    expect(Source.opened).toHaveLength(1);
  });

  test('the second takes over when the first is closed', async () => {
    const first = listen();
    const second = listen();
    await opened();
    first.end();
    (await opened(2)).say('heartbeat');
    expect(second.heard).toEqual([{ said: 'heartbeat' }]);
    expect(first.heard).toEqual([]);
  });

  test('nonsense from another tab is not heard', async () => {
    const { heard } = listen();
    await opened();
    const other = new BroadcastChannel('wp-push');
    for (const said of [null, 'look', { said: 'look', subject: 'x' }, { said: 'go', to: 'https://evil.example' }]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      other.postMessage(said);
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    other.postMessage({ said: 'heartbeat' });
    await vi.waitFor(() => expect(heard).toEqual([{ said: 'heartbeat' }]), 15_000);
    other.close();
  });
});
