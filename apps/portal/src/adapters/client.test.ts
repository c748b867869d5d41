// @vitest-environment jsdom
import { EXTENSION_ATTRIBUTE, OWN_LIMITS } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClientPort } from './client.ts';

vi.mock('./channels.ts', () => ({
  openExtensionChannel: () => ({ post: () => true }),
  openBridgeChannel: () => null,
}));

beforeEach(() => {
  vi.useFakeTimers();
  document.documentElement.setAttribute(EXTENSION_ATTRIBUTE, 'a'.repeat(32));
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.removeAttribute(EXTENSION_ATTRIBUTE);
});

test('[S2.056] an installation is waited for longer than another question, and not for ever', async () => {
  const results: unknown[] = [];
  const keep = (answer: unknown) => results.push(answer);
  const port = createClientPort();
  void port.send('execute-fix-action', { grant: 'x' }).then(keep);
  void port.send('get-extension-status', {}).then(keep);
  const timedOut = { kind: 'failed', error: expect.objectContaining({ code: 'timed-out' }) };
  await vi.advanceTimersByTimeAsync(OWN_LIMITS.fixAnswerMs - 1);
  expect(results).toEqual([timedOut]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toEqual([timedOut, timedOut]);
});
