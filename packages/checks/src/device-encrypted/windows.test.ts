import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleWindows } from '../windows/sample-system.ts';
import { deviceEncrypted } from './definition.ts';
import { windowsEncryption } from './windows.ts';
import { windowsEncryptionFix } from './windows-fix.ts';

async function read(name: string) {
  const reading = await windowsEncryption.read(createSampleWindows(import.meta.dirname, name));
  return judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'windows', now: new Date(0) });
}

test.each([
  ['on', 'passed', 'on'],
  ['cannot-be-encrypted', 'failed', 'off'],
  ['off', 'failed', 'off'],
  ['encrypting', 'failed', 'encrypting'],
  ['decrypting', 'failed', 'decrypting'],
  ['suspended', 'failed', 'suspended'],
  ['waiting-for-activation', 'failed', 'notActivated'],
])('%s: %s, %s', async (name, state, key) => {
  const judged = await read(name);
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test.each([
  ['no-property', 'unexpected-output'],
  ['value-nobody-knows', 'unexpected-output'],
  ['locked', 'unexpected-output'],
  ['shell-without-drive', 'unexpected-output'],
  ['language-restricted', 'blocked-by-policy'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('only a suspended protection can be fixed: everything else needs a recovery key first', async () => {
  const offered = ['on', 'off', 'encrypting', 'decrypting', 'suspended', 'waiting-for-activation'];
  const fixes = await Promise.all(offered.map(async (name) => [name, (await read(name)).fix !== undefined] as const));
  expect(fixes.filter(([, isFixable]) => isFixable).map(([name]) => name)).toEqual(['suspended']);
});

test('the fix resumes the protection, and encrypts nothing', async () => {
  const commands = { 'manage-bde': '' };
  const system = createSampleWindows(import.meta.dirname, 'suspended', { commands });
  expect(await windowsEncryptionFix.apply(system, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: manage-bde -protectors -disable C:' },
  });
  expect([windowsEncryptionFix.needsElevation, system.ran]).toEqual([true, ['manage-bde -protectors -enable C:']]);
  const off = createSampleWindows(import.meta.dirname, 'off', { commands });
  expect(await windowsEncryptionFix.apply(off, {})).toMatchObject({ ok: false, reason: 'not-supported' });
  expect(off.ran).toEqual([]);
});
