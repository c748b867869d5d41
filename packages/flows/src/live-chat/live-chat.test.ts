import { beforeEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, settle, unreachable } from '../fake-ports.ts';
import { liveChatMachine, type LiveChatWidget } from './live-chat.ts';

const WIDGET = { widgetSourceUrl: 'https://chat.example/widget.js', token: 'chat-token' };

let ports: FakePorts;
let loaded: LiveChatWidget[];
let isLoading: boolean;
beforeEach(() => {
  ports = createFakePorts();
  [loaded, isLoading] = [[], true];
  turn(true);
  ports.onCall('liveChatSettings', () => answered(WIDGET));
});

function turn(active: boolean) {
  ports.onCall('onlineSettings', () => answered({ features: [{ key: 'isWebAppLiveChatEnabled', active }] }));
}

async function open() {
  const load = async (widget: LiveChatWidget) => {
    loaded.push(widget);
    return isLoading;
  };
  const actor = createActor(liveChatMachine, { input: { ports, load } }).start();
  await settle();
  expect(actor.getSnapshot().status).toBe('done');
}

test('the widget is loaded when the flag is on', async () => {
  await open();
  expect(loaded).toEqual([WIDGET]);
  expect(ports.calls.at(-1)).toEqual({ name: 'liveChatSettings', input: { query: { type: 'support' } } });
  expect(ports.logged).toEqual([]);
});

test.each([
  ['off', () => turn(false)],
  ['unknown', () => ports.onCall('onlineSettings', () => answered({ features: [] }))],
  ['not to be had', () => ports.onCall('onlineSettings', () => unreachable)],
])('nothing is asked or loaded when the flag is %s', async (_, set) => {
  set();
  await open();
  expect([loaded, ports.logged, ports.calls.length]).toEqual([[], [], 1]);
});

test.each([
  ['unreachable', unreachable],
  ['not_signed_in', refused(401, 'not_signed_in')],
  ['not_found', refused(404, 'not_found')],
])('[S7.018, S8.022] settings that fail (%s) are logged and nothing else happens', async (code, answer) => {
  ports.onCall('liveChatSettings', () => answer);
  await open();
  expect(ports.logged).toEqual([`live-chat: ${code}`]);
  expect([loaded, ports.visited, ports.left]).toEqual([[], [], []]);
});

test('a widget that does not load is logged', async () => {
  isLoading = false;
  await open();
  expect(ports.logged).toEqual(['live-chat: widget-not-loaded']);
});

test.each(['http://chat.example/widget.js', 'javascript:alert(1)', 'data:text/javascript,alert(1)', 'junk'])(
  'an address like %s is not loaded',
  async (widgetSourceUrl) => {
    ports.onCall('liveChatSettings', () => answered({ ...WIDGET, widgetSourceUrl }));
    await open();
    expect([loaded, ports.logged]).toEqual([[], ['live-chat: address-refused']]);
  },
);
