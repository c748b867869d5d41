import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { renderText } from '../render-text.ts';
import { readSample } from '../samples.ts';
import { deviceEncrypted } from './definition.ts';
import { macosEncryption } from './macos.ts';
import { macosEncryptionFix } from './macos-fix.ts';

const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const status = (name: string) => sample(`fdesetup-${name}.txt`);

const usual = { 'diskutil apfs': sample('apfs-on.plist'), 'diskutil list': sample('disks-usual.plist') };

async function read(options: FakeMacOptions) {
  const reading = await macosEncryption.read(createFakeMac(options));
  return judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'macos', now: new Date(0) });
}

test.each([
  ['on', 'passed', 'on'],
  ['master-keychain', 'passed', 'on'],
  ['off', 'failed', 'off'],
  ['encrypting', 'failed', 'encrypting'],
  ['encrypting-on-battery', 'failed', 'encrypting'],
  ['decrypting', 'failed', 'off'],
  ['decrypting-still-on', 'failed', 'off'],
  ['deferred', 'failed', 'off'],
  ['deferred-without-name', 'failed', 'off'],
  ['after-restart', 'failed', 'off'],
  ['new-wording', 'unknown', 'unknownText'],
  ['two-answers', 'unknown', 'unknownText'],
])('%s: %s', async (name, state, key) => {
  const judged = await read({ commands: { ...(state === 'passed' ? usual : {}), fdesetup: status(name) } });
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test.each([
  ['apfs-on', 'disks-usual', 'passed', null],
  ['apfs-second-volume-encrypted', 'disks-usual', 'passed', null],
  ['apfs-second-volume-plain', 'disks-usual', 'failed', 'disk3s7 (Projects)'],
  ['apfs-external-plain', 'disks-usual', 'passed', null],
  ['apfs-external-plain', 'disks-second-apfs', 'failed', 'disk5s1 (Backups)'],
  ['apfs-on', 'disks-second-hfs', 'failed', 'disk4s2 (Archive)'],
  ['apfs-on', 'disks-windows-beside', 'unknown', null],
  ['apfs-second-volume-plain', 'disks-windows-beside', 'failed', 'disk3s7 (Projects)'],
])('next to FileVault, %s on %s: %s', async (apfs, disks, state, drive) => {
  const commands = {
    fdesetup: status('on'),
    'diskutil apfs': sample(`${apfs}.plist`),
    'diskutil list': sample(`${disks}.plist`),
  };
  const judged = await read({ commands });
  expect(judged.state).toBe(state);
  const bad = (judged.items ?? []).map(({ value }) => renderText(deviceEncrypted, value));
  if (drive !== null) expect(bad).toEqual([drive]);
});

test('what diskutil does not say is not known, and no cut answer of it passes', async () => {
  expect((await read({ commands: { fdesetup: status('on') } })).state).toBe('unknown');
  const apfs = sample('apfs-second-volume-plain.plist');
  await fc.assert(
    fc.asyncProperty(fc.nat(apfs.length), fc.nat(200), async (at, cut) => {
      const commands = { ...usual, fdesetup: status('on'), 'diskutil apfs': apfs.slice(0, at) };
      expect((await read({ commands })).state).not.toBe('passed');
      const disks = sample('disks-usual.plist').slice(0, -1 - cut);
      expect((await read({ commands: { ...commands, 'diskutil list': disks } })).state).not.toBe('passed');
    }),
    { numRuns: 50 },
  );
});

test('how far it is, is said', async () => {
  expect((await read({ commands: { fdesetup: status('encrypting') } })).found).toEqual({
    key: 'foundPercent',
    values: { percent: 42 },
  });
  expect((await read({ commands: { fdesetup: status('encrypting-on-battery') } })).found).toEqual({
    key: 'foundEncrypting',
  });
});

test.each([
  ['apfs-on', 'passed'],
  ['apfs-encrypted-but-off', 'failed'],
  ['apfs-two-systems-differ', 'unknown'],
  ['apfs-without-system', 'unknown'],
])('where FileVault’s own words are not understood, the volumes decide: %s: %s', async (name, expected) => {
  const volumes = { ...usual, 'diskutil apfs': sample(`${name}.plist`) };
  for (const fdesetup of [status('new-wording'), { code: 1, stderr: 'fdesetup: error' }]) {
    expect((await read({ commands: { fdesetup, ...volumes } })).state).toBe(expected);
  }
  expect((await read({ commands: volumes })).state).toBe(expected);
});

test('words that are understood count, whatever the volumes say', async () => {
  const commands = { fdesetup: status('decrypting-still-on'), diskutil: sample('apfs-on.plist') };
  expect((await read({ commands })).state).toBe('failed');
});

test.each([
  [{}, 'tool-missing'],
  [{ fdesetup: { ok: false, reason: 'timed-out', detail: '' } as const }, 'timed-out'],
  [{ fdesetup: '' }, 'unexpected-output'],
])('%j is unknown: %s', async (commands, expected) => {
  expect((await read({ commands })).reason).toBe(expected);
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      expect((await read({ commands: { fdesetup: text, diskutil: text } })).state).toBe('unknown');
    }),
  );
  const bad = fc.constantFrom(...['off', 'deferred', 'decrypting', 'after-restart'].map(status));
  await fc.assert(
    fc.asyncProperty(bad, fc.nat(60), fc.nat(30), fc.string({ maxLength: 10 }), async (text, at, cut, noise) => {
      const fdesetup = text.slice(0, at) + noise + text.slice(at + cut);
      expect((await read({ commands: { fdesetup } })).state).not.toBe('passed');
    }),
  );
  const off = sample('apfs-encrypted-but-off.plist');
  await fc.assert(
    fc.asyncProperty(fc.nat(off.length), fc.nat(60), async (at, cut) => {
      expect((await read({ commands: { diskutil: off.slice(0, at) + off.slice(at + cut) } })).state).not.toBe('passed');
    }),
  );
});

const FILEVAULT = 'open x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault';

test.each([
  ['26.1', FILEVAULT],
  ['13.0', FILEVAULT],
  ['12.7.6', 'open x-apple.systempreferences:com.apple.preference.security?FDE'],
  ['?', FILEVAULT],
])('[S4.051] FileVault is opened where macOS %s has it, and nothing is changed', async (number, line) => {
  const sw_vers = `ProductName:\t\tmacOS\nProductVersion:\t\t${number}\nBuildVersion:\t\t25B78\n`;
  const system = createFakeMac({ commands: { sw_vers, open: '' } });
  expect(await macosEncryptionFix.apply(system, { way: 'turn-on' })).toMatchObject({ ok: true });
  expect(system.ran.filter((ran) => ran !== 'sw_vers')).toEqual([line]);
});

test('another volume than the startup disk is not encrypted in FileVault', async () => {
  const off = await read({ commands: { fdesetup: status('off') } });
  const commands = { ...usual, 'diskutil apfs': sample('apfs-second-volume-plain.plist'), fdesetup: status('on') };
  const second = await read({ commands: { ...commands, 'diskutil list': sample('disks-second-apfs.plist') } });
  expect([off.fix, second.state, second.fix]).toEqual([{ way: 'turn-on' }, 'failed', undefined]);
});

test('how far it is comes from the system, where it says so', async () => {
  const far = async (name: string) => (await read({ commands: { fdesetup: status(name) } })).underway;
  expect([await far('encrypting'), await far('encrypting-on-battery'), await far('off')]).toEqual([
    { percent: expect.any(Number) },
    {},
    undefined,
  ]);
});
