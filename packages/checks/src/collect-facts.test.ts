import { describe, expect, test } from 'vitest';
import { collectFacts } from './collect-facts.ts';
import type { FactReader } from './definition.ts';
import { FACT_READERS } from './fact-readers.ts';
import { createFakeSystem, type FakeSystemOptions } from './fake-system.ts';
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
  const readers = FACT_READERS.filter(({ operatingSystem }) => operatingSystem === 'linux');
  expect(Object.keys(facts).toSorted()).toEqual(readers.map(({ facts: name }) => name).toSorted());
});

test('a group that no one can read on this system is said to be so, and is no gap', async () => {
  const readers = [
    reader('here', async (system) => value(system, 'test', 1)),
    reader('elsewhere', async (system) => value(system, 'test', 1), 'windows'),
  ];
  const facts = await collectFacts(createFakeSystem(), { readers });
  expect(facts['elsewhere']).toMatchObject({ unavailable: 'not-supported' });
  expect(facts['here']).toMatchObject({ value: 1 });
});

describe('what only root may read', () => {
  const own = reader('firewall', async (system) => value(system, 'the person', 'own'));
  const collect = async (system: FakeSystemOptions) =>
    (await collectFacts(createFakeSystem(system), { readers: [own] }))['firewall'];
  const ofReader = { source: 'the reader', readAt: '2026-11-23T09:00:00.000Z', value: 'asked' };

  test('is asked of the reader service, and the fact says so, whatever the answer says of itself', async () => {
    expect(await collect({ askReader: async () => ofReader })).toEqual({ ...ofReader, readBy: 'reader' });
    expect(await collect({ askReader: async () => ({ ...ofReader, readBy: 'person' }) })).toMatchObject({
      readBy: 'reader',
    });
  });

  test('is read by the person where no reader answers, and the fact says so', async () => {
    expect(await collect({ askReader: async () => null })).toMatchObject({ value: 'own', readBy: 'person' });
    expect(await collect({})).toMatchObject({ value: 'own', readBy: 'person' });
  });

  test('is read by an administrator without asking anybody', async () => {
    const asked = collect({ isElevated: true, askReader: () => Promise.reject(new Error('asked')) });
    expect(await asked).toMatchObject({ value: 'own', readBy: 'administrator' });
  });

  test('is all that is asked: other facts, and other systems, are the person’s to read', async () => {
    const askReader = () => Promise.reject(new Error('asked'));
    const readers = [
      reader('encryption', async (system) => value(system, 'test', 1)),
      reader('firewall', async (system) => value(system, 'test', 1), 'macos'),
    ];
    expect(await collectFacts(createFakeSystem({ askReader }), { readers, only: ['encryption'] })).toEqual({
      encryption: { source: 'test', readAt: '2026-11-21T09:00:00.000Z', value: 1 },
    });
    const onMac = await collectFacts(createFakeSystem({ askReader, operatingSystem: 'macos' }), { readers });
    expect(onMac['firewall']).toEqual({ source: 'test', readAt: '2026-11-21T09:00:00.000Z', value: 1 });
  });
});
