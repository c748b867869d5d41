import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Readings that end when the test says so. */
function createReadings() {
  const started: { readonly end: (value: string) => void; readonly fail: (error: Error) => void }[] = [];
  const read = oneAtATime(() => new Promise<string>((end, fail) => started.push({ end, fail })));
  return { read, started };
}

test('who asks meanwhile shares one later reading, and never the one under way', async () => {
  const { read, started } = createReadings();
  const first = read();
  const waiting = [read(), read(), read()];
  expect(started).toHaveLength(1);
  started[0]?.end('before');
  expect(await first).toBe('before');
  await expect.poll(() => started.length).toBe(2);
  const late = read();
  started[1]?.end('after');
  expect(await Promise.all(waiting)).toEqual(['after', 'after', 'after']);
  await expect.poll(() => started.length).toBe(3);
  started[2]?.end('later');
  expect(await late).toBe('later');
});

test('a reading that fails keeps no one else from theirs', async () => {
  const { read, started } = createReadings();
  const first = read();
  const second = read();
  started[0]?.fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await expect.poll(() => started.length).toBe(2);
  started[1]?.end('fine');
  expect(await second).toBe('fine');
  const third = read();
  started[2]?.end('again');
  expect(await third).toBe('again');
});
