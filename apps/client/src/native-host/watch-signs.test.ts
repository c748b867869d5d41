import { afterEach, expect, test } from 'vitest';
import { MOUNTS } from './mount-events.ts';
import type { SignPoll } from './poll-signs.ts';
import { watchSigns } from './watch-signs.ts';

let watching: SignPoll;
afterEach(() => watching.close());

test.each([
  ['there is no tool', async () => null],
  ['the tool does not do it', async () => '/bin/false'],
  ['looking for the tool fails', async () => Promise.reject(new Error('no'))],
])('looks at mounts once a second where %s', async (_, mountTool) => {
  const events: string[] = [];
  watching = watchSigns({
    signs: new Map([['encryption', [MOUNTS]]]),
    onChange: () => undefined,
    mountTool,
    log: { write: ({ event }) => void events.push(event) },
  });
  await expect.poll(() => events).toEqual(['mounts-polled']);
});

test('asks for no tool where mounts are of no interest', async () => {
  let asked = 0;
  watching = watchSigns({
    signs: new Map([['updates', ['/proc/swaps']]]),
    onChange: () => undefined,
    mountTool: async () => {
      asked += 1;
      return null;
    },
    log: { write: () => undefined },
  });
  await Promise.resolve();
  expect(asked).toBe(0);
});
