import { BRIDGE_CHANNEL } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { startBridge } from './bridge.ts';
import { createFakeChannel, type FakeChannel } from './fake-channel.ts';

let say: (data: unknown) => void;
let heard: unknown[];
let workers: FakeChannel[];
let isRemoved: boolean;

beforeEach(() => {
  heard = [];
  workers = [];
  isRemoved = false;
  startBridge({
    window: {
      onMessage: (listener) => {
        say = listener;
      },
      post: (data) => void heard.push(data),
    },
    connect: () => {
      if (isRemoved) return null;
      const worker = createFakeChannel();
      workers.push(worker);
      return worker;
    },
  });
});

const toExtension = (envelope: unknown) => ({ channel: BRIDGE_CHANNEL, direction: 'to-extension', envelope });
const toPage = (envelope: unknown) => ({ channel: BRIDGE_CHANNEL, direction: 'to-page', envelope });

test('nothing connects before the page speaks', () => {
  expect(workers).toEqual([]);
});

test('messages go both ways over one connection', () => {
  say(toExtension({ id: '1' }));
  say(toExtension({ id: '2' }));
  expect(workers.map(({ posted }) => posted)).toEqual([[{ id: '1' }, { id: '2' }]]);
  workers[0]?.receive({ id: '1', ok: true });
  workers[0]?.receive({ push: 'heartbeat' });
  expect(heard).toEqual([toPage({ id: '1', ok: true }), toPage({ push: 'heartbeat' })]);
});

test.each([
  ['its own answers', toPage({ id: '1' })],
  ['another channel', { channel: 'else', direction: 'to-extension', envelope: { id: '1' } }],
  ['a message without an id', toExtension({})],
  ['text', 'text'],
  ['nothing', null],
])('%s is not carried', (_, data) => {
  say(data);
  expect(workers).toEqual([]);
});

test('when the worker goes, anyone who waits is told, and the next message connects again', () => {
  say(toExtension({ id: '1' }));
  say(toExtension({ id: '2' }));
  workers[0]?.receive({ id: '1', ok: true });
  workers[0]?.end();
  expect(heard.slice(1)).toMatchObject([{ envelope: { id: '2', ok: false, error: { code: 'host-stopped' } } }]);
  say(toExtension({ id: '3' }));
  expect(workers).toHaveLength(2);
});

test('an extension that was removed while the page stayed open says so', () => {
  isRemoved = true;
  say(toExtension({ id: '1' }));
  expect(heard).toMatchObject([{ envelope: { id: '1', ok: false, error: { code: 'extension-missing' } } }]);
});
