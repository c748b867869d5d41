import { expect, test } from 'vitest';
import { UNAVAILABLE_REASONS } from '@vestibule/contracts';
import { createFakeSystem } from '../fake-system.ts';
import { listIfThere, readIfThere } from './if-there.ts';

test('only what is missing is nothing', async () => {
  const system = createFakeSystem({ files: { '/etc/there': 'text' } });
  expect(await readIfThere(system, '/etc/there')).toEqual({ ok: true, value: 'text' });
  expect(await readIfThere(system, '/etc/gone')).toEqual({ ok: true, value: null });
  expect(await listIfThere(system, '/etc')).toEqual({ ok: true, value: ['there'] });
  expect(await listIfThere(system, '/gone')).toEqual({ ok: true, value: [] });
});

test.each(UNAVAILABLE_REASONS)('%s stays a failure', async (reason) => {
  const failure = { ok: false, reason, detail: 'why' } as const;
  const system = { ...createFakeSystem(), readFile: async () => failure, listFolder: async () => failure };
  expect([await readIfThere(system, '/x'), await listIfThere(system, '/x')]).toEqual([failure, failure]);
});
