import type { SignedDocument, SoftwareManifest } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signSoftware, type UpdatePrivateKey } from '@vestibule/device-keys';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { chooseSoftware, NOTHING_SEEN, type SoftwareMemory, withSeen } from './choose-software.ts';
import { MANIFEST } from './testing/manifest.ts';

const NOW = new Date('2026-11-27T08:00:00.000Z');

let key: UpdatePrivateKey;
let stranger: UpdatePrivateKey;

beforeAll(async () => {
  [key, stranger] = await Promise.all([createUpdateKey(), createUpdateKey()]);
});

const ASKED = { id: MANIFEST.id, checkType: MANIFEST.checkType } as const;
const signed = (change: Partial<SoftwareManifest> = {}, by = key) => signSoftware({ ...MANIFEST, ...change }, [by]);
const choose = async (document: SignedDocument, change: Partial<Parameters<typeof chooseSoftware>[1]> = {}) => {
  const keys = [publicUpdateKey(key)];
  const situation = { keys, platform: 'linux-x64', now: NOW, asked: ASKED, memory: NOTHING_SEEN, ...change };
  const choice = await chooseSoftware(document, situation);
  return choice.kind === 'install' ? 'install' : choice.code;
};

test('what is signed, asked for, for this computer and in time is installed; everything else says why not', async () => {
  expect(await choose(await signed())).toBe('install');
  expect(await choose(await signed({ architecture: 'any' }), { platform: 'linux-arm64' })).toBe('install');
  expect(await choose(await signed({}, stranger))).toBe('altered');
  expect(await choose(await signed(), { keys: [] })).toBe('altered');
  expect(await choose(await signed({ id: 'other-1' }))).toBe('not-asked');
  expect(await choose(await signed({ checkType: 'FciAgentRunning' }))).toBe('not-asked');
  expect(await choose(await signed(), { platform: 'linux-arm64' })).toBe('other-system');
  expect(await choose(await signed(), { platform: 'windows-x64' })).toBe('other-system');
  expect(await choose(await signed(), { now: new Date(MANIFEST.notAfter) })).toBe('over');
  const memory = withSeen(NOTHING_SEEN, { ...MANIFEST, issuedAt: '2026-11-26T08:00:00.001Z' });
  expect(await choose(await signed(), { memory })).toBe('replayed');
  // Root is asked by anyone: it goes by the signature.
  expect(await choose(await signed({ id: 'other-1' }), { asked: null })).toBe('install');
});

/** What it has to be: the newest of each package wins, whatever comes in which order, and a stranger never does. */
test('over any row of documents nothing older than was believed before is installed, per package', async () => {
  const one = fc.record({
    packageName: fc.constantFrom('fleet', 'level', 'constructor'),
    day: fc.integer({ min: 1, max: 25 }),
    isStranger: fc.boolean(),
    isOver: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 12 }), async (row) => {
      const newest = new Map<string, number>();
      let memory: SoftwareMemory = NOTHING_SEEN;
      for (const { packageName, day, isStranger, isOver } of row) {
        const issuedAt = `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
        const manifest = { ...MANIFEST, packageName, issuedAt, ...(isOver ? { notAfter: issuedAt } : {}) };
        const document = await signSoftware(manifest, [isStranger ? stranger : key]);
        const isFine = !isStranger && !isOver && day >= (newest.get(packageName) ?? 0);
        expect((await choose(document, { memory, asked: null })) === 'install').toBe(isFine);
        if (!isFine) continue;
        newest.set(packageName, day);
        memory = withSeen(memory, manifest);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});
