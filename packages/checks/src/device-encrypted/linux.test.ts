import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { readSample } from '../samples.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption, parseBlockDevices, parseMount } from './linux.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.json`);

async function read(options: FakeSystemOptions) {
  const reading = await linuxEncryption.read(createFakeSystem(options));
  return judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}

test.each([
  ['lsblk-lvm-on-luks', 'passed'],
  ['lsblk-plain', 'failed'],
  ['lsblk-half-encrypted', 'failed'],
])('%s: %s', async (name, expected) => {
  const commands = { findmnt: sample('findmnt-plain'), lsblk: sample(name) };
  expect((await read({ commands })).state).toBe(expected);
});

test('a btrfs subvolume is asked for by its device', async () => {
  const system = createFakeSystem({
    commands: { findmnt: sample('findmnt-btrfs'), lsblk: sample('lsblk-lvm-on-luks') },
  });
  await linuxEncryption.read(system);
  expect(system.ran.at(-1)).toBe('lsblk -J -s -o NAME,TYPE,FSTYPE /dev/mapper/luks-1234');
});

test.each([
  ['aes-256-gcm\n', 'passed'],
  ['off\n', 'failed'],
  ['-\n', 'unknown'],
])('ZFS encryption %j: %s', async (zfs, expected) => {
  expect((await read({ commands: { findmnt: sample('findmnt-zfs'), zfs } })).state).toBe(expected);
});

test.each(['/.dockerenv', '/run/.containerenv'])('a container (%s) has no drive of its own', async (path) => {
  expect((await read({ files: { [path]: '' } })).state).toBe('not-applicable');
});

test('Linux under Windows has no drive of its own', async () => {
  const files = { '/proc/sys/kernel/osrelease': '6.6.87.2-microsoft-standard-WSL2\n' };
  expect((await read({ files })).state).toBe('not-applicable');
});

test.each([
  [{}, 'tool-missing'],
  [{ findmnt: sample('findmnt-overlay') }, 'not-supported'],
  [{ findmnt: sample('findmnt-plain'), lsblk: { code: 32, stderr: 'lsblk: not a block device' } }, 'unexpected-output'],
  [{ findmnt: '{"filesystems":[]}' }, 'unexpected-output'],
])('%j is unknown: %s', async (commands, expected) => {
  expect((await read({ commands })).reason).toBe(expected);
});

test('of several devices every one must be encrypted', () => {
  const crypt = '{"name":"luks-1","type":"crypt"}';
  expect(parseBlockDevices(`{"blockdevices":[${crypt},{"name":"sdb","type":"disk"}]}`)).toBe(false);
  expect(parseBlockDevices(`{"blockdevices":[${crypt},${crypt}]}`)).toBe(true);
});

test('no mangled tree of a plain disk reads as encrypted, however deep', () => {
  const text = sample('lsblk-plain');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(30), fc.string({ maxLength: 10 }), (at, cut, noise) => {
      expect(parseBlockDevices(text.slice(0, at) + noise + text.slice(at + cut))).not.toBe(true);
    }),
  );
  const deep = `${'{"type":"part","children":['.repeat(5000)}{"type":"crypt"}${']}'.repeat(5000)}`;
  expect(parseBlockDevices(`{"blockdevices":[${deep}]}`)).toBeNull();
  fc.assert(fc.property(fc.jsonValue(), (json) => parseBlockDevices(JSON.stringify(json)) !== true));
  fc.assert(fc.property(fc.string(), (noise) => parseMount(noise) === null));
});
