import { afterEach, expect, test } from 'vitest';
import { loadLiveChatWidget } from './live-chat-widget.ts';

const started = globalThis as { chatToken?: unknown };
afterEach(() => {
  delete started.chatToken;
});

const load = (script: string) =>
  loadLiveChatWidget({ widgetSourceUrl: `data:text/javascript,${encodeURIComponent(script)}`, token: 'claim' });

test('starts the widget with the token', async () => {
  expect(await load('export function start({ token }) { globalThis.chatToken = token; }')).toBe(true);
  expect(started.chatToken).toBe('claim');
});

test.each([
  ['does not load', 'throw new Error("broken")'],
  ['starts nothing', 'export const start = 1;'],
  ['fails to start', 'export async function start() { throw new Error("no"); }'],
  ['is no module at all', 'export function ('],
])('a widget that %s is no exception', async (_name, script) => {
  expect(await load(script)).toBe(false);
});
