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

test.each([
  ['no devices', '{"blockdevices":[]}'],
  ['devices that are no list', '{"blockdevices":{"0":{"type":"crypt"},"length":1}}'],
  ['a device that does not say what it is', '{"blockdevices":[{"name":"sda"}]}'],
  ['an empty list below a device', '{"blockdevices":[{"type":"lvm","children":[]}]}'],
  ['below a device no list', '{"blockdevices":[{"type":"lvm","children":{"length":0}}]}'],
  ['one of two that is not understood', '{"blockdevices":[{"type":"crypt"},{"type":7}]}'],
])('%s: nothing is known', (_, text) => {
  expect(parseBlockDevices(text)).toBeNull();
});

test.each([
  ['{"filesystems":[{"source":"","fstype":"ext4"}]}', null],
  ['{"filesystems":[{"source":7,"fstype":"ext4"}]}', null],
  ['{"filesystems":[{"source":"/dev/sda1"}]}', null],
  ['{"filesystems":[{"source":"/dev/sda1[/@]","fstype":"btrfs"}]}', { source: '/dev/sda1', type: 'btrfs' }],
  ['{"filesystems":[{"source":"[x]/dev/sda1","fstype":"ext4"}]}', { source: '[x]/dev/sda1', type: 'ext4' }],
])('the root folder of %s', (text, expected) => {
  expect(parseMount(text)).toEqual(expected);
});

test.each([
  ['//dev/sda1 -x', 'ext4'],
  ['host:/dev/sda1', 'nfs'],
  ['/dev/sda1;reboot', 'ext4'],
  ['-pool', 'zfs'],
  ['pool -x', 'zfs'],
])('a source such as %s (%s) is handed to no tool', async (source, fstype) => {
  const commands = { findmnt: JSON.stringify({ filesystems: [{ source, fstype }] }), lsblk: '{}', zfs: 'aes-256-gcm' };
  const system = createFakeSystem({ commands });
  expect(await linuxEncryption.read(system)).toMatchObject({ unavailable: 'not-supported' });
  expect(system.ran).toEqual(['findmnt -J -o SOURCE,FSTYPE -T /']);
});

test.each(['aes-256-gcm-x1', 'xaes-256-gcm', 'aes-256-gcm off'])('ZFS method %s is not known', async (zfs) => {
  expect((await read({ commands: { findmnt: sample('findmnt-zfs'), zfs } })).state).toBe('unknown');
});

test('ZFS that does not answer is unknown', async () => {
  const zfs = { code: 1, stdout: 'aes-256-gcm', stderr: 'no such pool\n' };
  const system = createFakeSystem({ commands: { findmnt: sample('findmnt-zfs'), zfs } });
  expect(await linuxEncryption.read(system)).toMatchObject({
    unavailable: 'unexpected-output',
    detail: 'zfs: no such pool',
  });
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
