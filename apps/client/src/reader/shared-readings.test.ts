import type { FactReading } from '@vestibule/contracts';
import { expect, test, vi } from 'vitest';
import { shareReadings } from './shared-readings.ts';

const reading = (source: string): FactReading => ({ source, readAt: '2026-11-23T09:00:00.000Z', value: {} });

/** Readings that end when they are told to. */
function heldReadings() {
  const held: ((reading: FactReading) => void)[] = [];
  const read = vi.fn(() => new Promise<FactReading>((resolve) => held.push(resolve)));
  return { held, read };
}

test('a thousand who ask at once share one reading, and those who ask while it runs share the next', async () => {
  const { held, read } = heldReadings();
  const ask = shareReadings({ read, restMs: 1 });
  const first = ask('firewall');
  const later = Array.from({ length: 1000 }, () => ask('firewall'));
  expect(read).toHaveBeenCalledTimes(1);
  held[0]?.(reading('first'));
  expect(await first).toMatchObject({ source: 'first' });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), 15_000);
  held[1]?.(reading('second'));
  // What was changed while the first was being read is in the second: no one is told what was before they asked.
  expect(new Set((await Promise.all(later)).map(({ source }) => source))).toEqual(new Set(['second']));
  expect(read).toHaveBeenCalledTimes(2);
});

test('one kind of fact does not wait for another', async () => {
  const { held, read } = heldReadings();
  const ask = shareReadings({ read, restMs: 1 });
  void ask('firewall');
  const other = ask('automaticUpdates');
  expect(read).toHaveBeenCalledTimes(2);
  held[1]?.(reading('other'));
  expect(await other).toMatchObject({ source: 'other' });
});

test('a reading that fails is the last of none', async () => {
  const read = vi.fn(async () => reading('well')).mockRejectedValueOnce(new Error('broken'));
  const ask = shareReadings({ read, restMs: 1 });
  await expect(ask('firewall')).rejects.toThrow('broken');
  expect(await ask('firewall')).toMatchObject({ source: 'well' });
});

test('between two readings there is a rest, however often is asked', async () => {
  const times: number[] = [];
  const ask = shareReadings({
    read: async () => {
      times.push(performance.now());
      return reading('any');
    },
    restMs: 50,
  });
  while (times.length < 5) await ask('firewall');
  const rests = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...rests)).toBeGreaterThan(45);
});
