import { expect, test } from 'vitest';
import { collectFacts } from './collect-facts.ts';
import type { FactReader } from './definition.ts';
import { FACT_READERS } from './fact-readers.ts';
import { createFakeSystem } from './fake-system.ts';
import { value } from './reading.ts';

const reader = (facts: string, read: FactReader['read'], operatingSystem: FactReader['operatingSystem'] = 'linux') => ({
  facts,
  operatingSystem,
  read,
  watch: () => [],
});

test('a reader that throws or hangs leaves an unavailable fact and disturbs no other', async () => {
  const readers = [
    reader('good', async (system) => value(system, 'test', 1)),
    reader('throws', () => {
      throw new Error('broken');
    }),
    reader('rejects', () => Promise.reject(new Error('broken'))),
    reader('hangs', () => new Promise(() => {})),
    reader('other', async (system) => value(system, 'test', 1), 'windows'),
  ];
  expect(await collectFacts(createFakeSystem(), { readers, timeoutMs: 20 })).toMatchObject({
    good: { value: 1 },
    throws: { unavailable: 'unexpected-output' },
    rejects: { unavailable: 'unexpected-output' },
    hangs: { unavailable: 'timed-out' },
  });
});

test('only the wanted groups are read', async () => {
  expect(Object.keys(await collectFacts(createFakeSystem(), { only: ['firewall', 'encryption'] })).toSorted()).toEqual([
    'encryption',
    'firewall',
  ]);
});

test('on a computer that answers nothing, every reader gives a reading and none a pass', async () => {
  const facts = await collectFacts(createFakeSystem());
  expect(Object.keys(facts).toSorted()).toEqual([...new Set(FACT_READERS.map(({ facts: name }) => name))].toSorted());
});

test('a group that nobody can read on this system is said to be so, and is no gap', async () => {
  const readers = [
    reader('here', async (system) => value(system, 'test', 1)),
    reader('elsewhere', async (system) => value(system, 'test', 1), 'windows'),
  ];
  const facts = await collectFacts(createFakeSystem(), { readers });
  expect(facts['elsewhere']).toMatchObject({ unavailable: 'not-supported' });
  expect(facts['here']).toMatchObject({ value: 1 });
});
