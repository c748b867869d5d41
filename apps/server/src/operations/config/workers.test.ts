import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readWorkers } from './workers.ts';

const POSTGRES = 'postgresql://gate@db.example.com/gate';

test('auto is one process for each processor, and one alone on the embedded database', () => {
  expect(readWorkers('auto', POSTGRES)).toEqual({ ok: true, workers: availableParallelism() });
  expect(readWorkers('auto', undefined)).toEqual({ ok: true, workers: 1 });
});

test('a number is taken, on the embedded database 1 alone', () => {
  expect(readWorkers('4', POSTGRES)).toEqual({ ok: true, workers: 4 });
  expect(readWorkers('1', undefined)).toEqual({ ok: true, workers: 1 });
  expect(readWorkers('2', undefined)).toMatchObject({ ok: false, problem: expect.stringContaining('PostgreSQL') });
});

test.each(['0', '-1', '65', '1.5', 'all', '', '2 '])('%j is no number of processes', (given) => {
  expect(readWorkers(given, POSTGRES)).toMatchObject({ ok: false, problem: expect.stringContaining('1 to 64') });
});
