import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Output } from './output.ts';
import { whileWaiting } from './while-waiting.ts';

const texts = { doing: 'Importing', whenLeft: 'You left.' };
let said = '';

beforeEach(() => {
  said = '';
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const outputOn = (columns: number | undefined) =>
  new Output({ out: () => undefined, err: (text) => (said += text), columns }, false);

async function waitFor(milliseconds: number, columns: number | undefined): Promise<void> {
  const call = new Promise<string>((done) => setTimeout(() => done('answer'), milliseconds));
  const waiting = whileWaiting(outputOn(columns), texts, call);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(await waiting).toBe('answer');
  await vi.advanceTimersByTimeAsync(5000);
}

test('a call that takes long is told of on a terminal, every second until its answer', async () => {
  await waitFor(2500, 80);
  expect(said).toBe('Importing: 1 s\nImporting: 2 s\n');
});

test('a short call is not told of, nor a long one where no one looks', async () => {
  await waitFor(900, 80);
  await waitFor(2500, undefined);
  expect(said).toBe('');
});

test('who presses Ctrl-C reads what becomes of it, and the command ends', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const before = process.listenerCount('SIGINT');
  const call = new Promise<string>((done) => setTimeout(() => done('answer'), 500));
  const waiting = whileWaiting(outputOn(80), texts, call);
  process.listeners('SIGINT').at(-1)?.('SIGINT');
  expect(said).toBe('You left.\n');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
  await vi.advanceTimersByTimeAsync(500);
  await waiting;
  expect(process.listenerCount('SIGINT')).toBe(before);
});
