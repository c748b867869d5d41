import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { createSampleWindows, createWindows } from '../windows/sample-system.ts';
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
  ['second-drive-plain', 'failed', 'partlyOff'],
  ['second-drive-on', 'passed', 'on'],
  ['second-drive-locked', 'passed', 'on'],
  ['second-drive-encrypting', 'failed', 'encrypting'],
  ['second-drive-suspended', 'failed', 'suspended'],
  ['usb-drive-plain', 'passed', 'on'],
  ['network-folder-as-drive', 'passed', 'on'],
  ['tools-of-the-maker', 'passed', 'on'],
  ['mounted-image', 'passed', 'on'],
  ['drive-of-no-disk', 'failed', 'partlyOff'],
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
  ['second-drive-silent', 'not-supported'],
  ['drives-denied', 'access-denied'],
  ['drives-without-the-system', 'unexpected-output'],
])('%s is unknown: %s', async (name, reason) => {
  const judged = await read(name);
  expect([judged.state, judged.reason]).toEqual(['unknown', reason]);
});

test('which drive it is, is said', async () => {
  expect((await read('second-drive-plain')).items).toEqual([{ label: { key: 'notEncryptedDrive' }, value: 'D:' }]);
  expect((await read('second-drive-suspended')).fix).toBeUndefined();
});

test('what is wrong with the drive of Windows is wrong, also where the others are not known', async () => {
  const text = JSON.parse(readSample(import.meta.dirname, 'off.json', 'windows')) as { sections: object };
  const system = createWindows(JSON.stringify({ ...text, sections: { ...text.sections, drives: { value: null } } }));
  const reading = await windowsEncryption.read(system);
  expect(reading).toMatchObject({ value: { state: 'not-encrypted', volume: 'C:' } });
});

/** The slow way: letter by letter, what someone who carries the computer away could read. */
test('a computer passes exactly when every drive that stays in it is encrypted', async () => {
  const drive = fc.record({
    fileSystem: fc.constantFrom('NTFS', 'ReFS', 'exFAT'),
    size: fc.constant(1e12),
    media: fc.constantFrom('Fixed hard disk media', 'External hard disk media', 'Removable Media', null),
    bus: fc.constantFrom('SCSI', 'IDE', 'USB', '1394', null),
    device: fc.constantFrom(String.raw`SCSI\DISK&VEN_X`, String.raw`USBSTOR\DISK&VEN_X`, null),
    protection: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, null),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, 2), fc.array(drive, { maxLength: 3 }), async (own, others) => {
      const drives = [
        {
          drive: 'C:',
          fileSystem: 'NTFS',
          size: 1e12,
          media: 'Fixed hard disk media',
          bus: 'SCSI',
          device: 'SCSI\\DISK',
          protection: own,
        },
        ...others.map((one, at) => ({ drive: `${'DEF'[at]}:`, ...one })),
      ];
      const sections = { encryption: { value: { drive: 'C:', protection: own } }, drives: { value: { drives } } };
      const reading = await windowsEncryption.read(createWindows(JSON.stringify({ format: 1, sections })));
      let expected = own === 1 ? 'passed' : 'failed';
      for (const one of others) {
        const isOutside =
          ['External hard disk media', 'Removable Media'].includes(one.media ?? '') ||
          ['USB', '1394'].includes(one.bus ?? '') ||
          (one.device ?? '').startsWith('USBSTOR');
        if (isOutside || one.protection === 1 || one.protection === 6) continue;
        if (one.protection === null || one.protection === 7) expected = expected === 'failed' ? 'failed' : 'unknown';
        else expected = 'failed';
      }
      const judged = judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'windows', now: new Date(0) });
      expect(judged.state).toBe(expected);
    }),
  );
});

test.each([
  ['on', undefined],
  ['encrypting', undefined],
  ['decrypting', undefined],
  ['suspended', {}],
  ['off', { way: 'turn-on' }],
  ['second-drive-plain', { way: 'turn-on' }],
  ['waiting-for-activation', { way: 'activate' }],
])('[S4.051] only a suspended protection is resumed, the rest is turned on by the person: %s', async (name, fix) => {
  expect((await read(name)).fix).toEqual(fix);
});

test('Windows says that it encrypts, and not how far it is', async () => {
  expect((await read('encrypting')).underway).toEqual({});
  expect((await read('off')).underway).toBeUndefined();
});

test('the fix resumes the protection, and encrypts nothing', async () => {
  const commands = { 'manage-bde': '' };
  const system = createSampleWindows(import.meta.dirname, 'suspended', { commands });
  expect(await windowsEncryptionFix.apply(system, {})).toEqual({
    ok: true,
    value: { undo: 'To take it back, run as an administrator: manage-bde -protectors -disable C:' },
  });
  expect([windowsEncryptionFix.needsElevation, system.ran]).toEqual([true, ['manage-bde -protectors -enable C:']]);
  expect(windowsEncryptionFix.onlyOpens?.({})).toBe(false);
  const off = createSampleWindows(import.meta.dirname, 'off', { commands });
  expect(await windowsEncryptionFix.apply(off, {})).toMatchObject({ ok: false, reason: 'not-supported' });
  expect(off.ran).toEqual([]);
});

test.each([
  ['Core', 'explorer ms-settings:deviceencryption'],
  ['CoreSingleLanguage', 'explorer ms-settings:deviceencryption'],
  ['Professional', 'control /name Microsoft.BitLockerDriveEncryption'],
  ['Enterprise', 'control /name Microsoft.BitLockerDriveEncryption'],
  [null, 'explorer ms-settings:deviceencryption'],
])('[S4.051] the edition %s opens %s, and nothing else is run', async (edition, line) => {
  const names = { display: '25H2', release: '2009', installation: 'Client' };
  const operatingSystem = { value: { major: 10, minor: 0, build: 26_100, revision: 1, edition, ...names } };
  const sections = { operatingSystem: edition === null ? { value: null } : operatingSystem };
  const commands = { explorer: { code: 1 }, control: '' };
  const system = createWindows(JSON.stringify({ format: 1, sections }), { commands });
  const parameters = { way: 'turn-on' };
  expect(windowsEncryptionFix.onlyOpens?.(parameters)).toBe(true);
  expect(await windowsEncryptionFix.apply(system, parameters)).toMatchObject({ ok: true });
  expect(system.ran).toEqual([line]);
});
