import type { FactReading } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import type { Facts } from '../facts/fact-source.ts';
import { openLocalSystem } from '../system/local-system.ts';
import type { ProgramDetails } from './client-details.ts';
import { createReportBuilder } from './report-builder.ts';

const client: ProgramDetails = {
  version: '3.6.0',
  installScope: 'development',
  codeHash: '0'.repeat(64),
  systemRoot: 'scratch',
};
const reading = (value: unknown): FactReading => ({ source: 'test', readAt: '2026-11-21T08:00:00.000Z', value });

/** Readings that end when the test says so. */
function createBuilder() {
  const started: { readonly only: readonly string[] | undefined; readonly end: (facts: Facts) => void }[] = [];
  const system = openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => new Date(0) });
  const builder = createReportBuilder({ deviceId: 'id', keyProtection: 'file' }, client, system, {
    collect: (only) => new Promise((end) => started.push({ only, end })),
    important: ({ facts }) =>
      JSON.stringify(Object.entries(facts).map(([name, one]) => [name, 'value' in one && one.value])),
    watched: () => new Map(),
  });
  return { builder, started };
}

test('some groups read again stand next to what is known of the others', async () => {
  const { builder, started } = createBuilder();
  const first = builder.read(['a']);
  expect(started[0]?.only).toBeUndefined();
  started[0]?.end({ a: reading(1), b: reading(2) });
  const before = await first;
  const second = builder.read(['a']);
  expect(started[1]?.only).toEqual(['a']);
  started[1]?.end({ a: reading(3) });
  const after = await second;
  expect(after.report.facts).toEqual({ a: reading(3), b: reading(2) });
  expect(after.importantDataHash).not.toBe(before.importantDataHash);
});

test('a slow reading does not overwrite one that was started after it', async () => {
  const { builder, started } = createBuilder();
  const [slow, quick] = [builder.read(), builder.read()];
  started[1]?.end({ a: reading('new') });
  await quick;
  started[0]?.end({ a: reading('old') });
  expect((await slow).report.facts).toEqual({ a: reading('new') });
});

test('who asks for nothing again gets what is known, and waits for the first reading without starting another', async () => {
  const { builder, started } = createBuilder();
  const first = builder.read();
  const waiting = [builder.read([]), builder.read([])];
  expect(started).toHaveLength(1);
  started[0]?.end({ a: reading(1) });
  await first;
  for (const built of await Promise.all([...waiting, builder.read([])]))
    expect(built.report.facts).toEqual({ a: reading(1) });
  expect(started).toHaveLength(1);
});

test('[S4.089] asked for nothing again before anything was read, it reads everything', async () => {
  const { builder, started } = createBuilder();
  const asked = builder.read([]);
  expect(started[0]?.only).toBeUndefined();
  started[0]?.end({ a: reading(1) });
  expect((await asked).report.facts).toEqual({ a: reading(1) });
});
