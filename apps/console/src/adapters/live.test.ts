// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLive, type Heard } from './live.ts';

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

let heard: Heard[];
let end: () => void;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Source.opened = [];
  heard = [];
  end = createLive().listen((one) => heard.push(one));
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const newest = () => {
  const source = Source.opened.at(-1);
  if (source === undefined) throw new Error('No stream was opened.');
  return source;
};
const turn = (to: DocumentVisibilityState) => {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('hears that it is connected by what arrives, and what to look at, and believes no other topic', () => {
  expect(newest().address).toBe('/api/admin/v1/events');
  newest().dispatchEvent(new Event('open'));
  expect(heard).toEqual([]);
  newest().say('heartbeat');
  newest().say('look', 'gate');
  newest().say('look', '<b>anything</b>');
  expect(heard).toEqual([{ said: 'connected' }, { said: 'look', topic: 'gate' }]);
});

test('says once that it is lost, and opens again what was refused or fell silent', () => {
  newest().say('heartbeat');
  newest().dispatchEvent(new Event('error'));
  newest().dispatchEvent(new Event('error'));
  expect(heard).toEqual([{ said: 'connected' }, { said: 'lost' }]);
  newest().say('heartbeat');
  vi.advanceTimersByTime(14_999);
  expect(heard.at(-1)).toEqual({ said: 'connected' });
  vi.advanceTimersByTime(1);
  expect(heard.at(-1)).toEqual({ said: 'lost' });
  expect(newest().readyState).toBe(2);
  vi.advanceTimersByTime(5000);
  expect(Source.opened).toHaveLength(2);
  newest().readyState = 2;
  newest().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(5000);
  expect(Source.opened).toHaveLength(3);
});

test('holds no connection while no one looks, and after its end', () => {
  newest().say('heartbeat');
  turn('hidden');
  expect(newest().readyState).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(Source.opened).toHaveLength(1);
  turn('visible');
  newest().say('heartbeat');
  expect(Source.opened).toHaveLength(2);
  expect(heard).toEqual([{ said: 'connected' }, { said: 'connected' }]);
  end();
  expect(newest().readyState).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(Source.opened).toHaveLength(2);
});
