import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import { renderText } from '../render-text.ts';
import type { SystemPort } from '../system-port.ts';
import { LSBLK_ARGUMENTS, parseBlockDevices } from './block-devices.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption } from './linux.ts';
import { FINDMNT_ARGUMENTS, parseMounts, parseSwaps } from './mounts.ts';

const FOLDER = import.meta.dirname;

async function read(system: SystemPort) {
  const reading = await linuxEncryption.read(system);
  const judged = judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
  const drives = (judged.items ?? []).map(({ value }) => renderText(deviceEncrypted, value));
  return { ...judged, drives };
}

const SAMPLES: Readonly<Record<string, readonly [state: string, ...drives: string[]]>> = {
  'lvm-on-luks': ['passed', '/dev/mapper/vg-root'],
  plain: ['failed', '/dev/sda2 (/)', '/dev/sda3 (swap)'],
  'home-plain': ['failed', '/dev/nvme0n1p4 (/home)'],
  'second-drive-plain': ['failed', '/dev/sda1 (/srv/data)'],
  'second-drive-not-mounted': ['failed', '/dev/sda1'],
  'swap-plain': ['failed', '/dev/nvme0n1p4 (swap)'],
  'swap-file-and-zram': ['passed', '/dev/mapper/vg-root'],
  'zram-written-back': ['failed', '/dev/nvme0n1p4 (swap)'],
  'usb-drive-plain': ['passed', '/dev/mapper/vg-root'],
  'thunderbolt-drive-plain': ['passed', '/dev/mapper/vg-root'],
  'home-on-usb': ['failed', '/dev/sdb1 (/home)'],
  'snaps-and-images': ['passed', '/dev/mapper/vg-root'],
  emmc: ['failed', '/dev/mmcblk0p2 (/)'],
  'half-encrypted-lvm': ['failed', '/dev/mapper/vg-root (/)'],
  'btrfs-over-two': ['failed', '/dev/mapper/luks (/, /home)'],
  'raid-of-luks': ['passed', '/dev/md0'],
  'dual-boot-bitlocker': ['passed', '/dev/mapper/vg-root'],
  silverblue: ['passed', '/dev/mapper/luks'],
  'zfs-encrypted': ['passed', 'rpool/ROOT/ubuntu_1'],
  'zfs-one-dataset-plain': ['failed', 'rpool/USERDATA/nadia (/home/nadia)'],
  'zfs-on-luks': ['passed', 'rpool/ROOT/ubuntu_1'],
  'mapper-nobody-knows': ['unknown'],
  overlay: ['unknown'],
  'stray-dockerenv': ['failed', '/dev/vda (/)'],
};

test.each(Object.entries(SAMPLES))('%s: %j', async (name, [state, ...drives]) => {
  const judged = await read(createSampleLinux(FOLDER, name));
  expect([judged.state, ...judged.drives]).toEqual([state, ...drives]);
});

test('only where something is encrypted is a part of it said not to be', async () => {
  expect((await read(createSampleLinux(FOLDER, 'plain'))).message.key).toBe('off');
  expect((await read(createSampleLinux(FOLDER, 'swap-plain'))).message.key).toBe('partlyOff');
});

test('a fact of an earlier client speaks of the system’s drive alone', () => {
  const value = { state: 'not-encrypted', volume: '/dev/sda2' };
  const reading = { source: 'lsblk', readAt: '2026-11-23T09:00:00.000Z', value };
  const judged = judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
  expect([judged.state, judged.message.key, judged.items]).toEqual([
    'failed',
    'off',
    [{ label: { key: 'drive' }, value: '/dev/sda2' }],
  ]);
});

describe('a container', () => {
  const plain = () => createSampleLinux(FOLDER, 'stray-dockerenv');
  const overlay = { 'findmnt -J -o FSTYPE -T /': '{"filesystems":[{"fstype":"overlay"}]}' };

  test.each([
    [{ '/run/.containerenv': '' }, 'not-applicable'],
    [{ '/run/systemd/container': 'lxc\n' }, 'not-applicable'],
    [{ '/proc/sys/kernel/osrelease': '6.6.87.2-microsoft-standard-WSL2\n' }, 'not-applicable'],
    [{ '/.dockerenv': '' }, 'not-applicable'],
    [{ '/.dockerenv': '', '/proc/2/comm': 'sh\n' }, 'not-applicable'],
    [{ '/.dockerenv': '', '/proc/2/comm': 'kthreadd\n' }, 'unknown'],
    [{ '/run/systemd/container': 'docker\n', '/proc/2/comm': 'kthreadd\n' }, 'unknown'],
    [{}, 'unknown'],
  ])('%j over layers: %s', async (files, expected) => {
    expect((await read(createFakeSystem({ files, commands: overlay }))).state).toBe(expected);
  });

  test('a file of Docker’s on a drive of its own makes none', async () => {
    const system = plain();
    system.files.delete('/proc/2/comm');
    expect((await read(system)).state).toBe('failed');
  });
});

const good = () => createSampleLinux(FOLDER, 'lvm-on-luks');
const LSBLK = `lsblk ${LSBLK_ARGUMENTS.join(' ')}`;
const FINDMNT = `findmnt ${FINDMNT_ARGUMENTS.join(' ')}`;
const answering = (line: string, stdout: string, code = 0): SystemPort => {
  const system = good();
  return {
    ...system,
    run: async (command) =>
      [command.tool, ...command.arguments].join(' ') === line
        ? { ok: true, value: { code, stdout, stderr: 'told why' } }
        : system.run(command),
  };
};

test.each([
  [LSBLK, '', 32],
  [LSBLK, '{}', 0],
  [LSBLK, '{"blockdevices":[]}', 0],
  [LSBLK, '{"blockdevices":[{"name":"sda"}]}', 0],
  [LSBLK, '{"blockdevices":[{"name":"sda","kname":"sda","type":"disk","children":{"length":0}}]}', 0],
  [FINDMNT, '', 1],
  [FINDMNT, '{"filesystems":[]}', 0],
  [FINDMNT, '{"filesystems":[{"target":"/home","source":"/dev/sda1","fstype":"ext4"}]}', 0],
  [FINDMNT, '{"filesystems":[{"target":"/","source":"/dev/sda1 -x","fstype":"ext4"}]}', 0],
  [FINDMNT, '{"filesystems":[{"target":"/","source":"-pool","fstype":"zfs"}]}', 0],
  [FINDMNT, '{"filesystems":[{"target":"/","source":"host:/root","fstype":"nfs"}]}', 0],
])('%s says %j with %i: nothing is known', async (line, stdout, code) => {
  expect((await read(answering(line, stdout, code))).state).toBe('unknown');
});

const MARK = '/sys/block/dm-0/dm/uuid';
const CIPHERS = '/proc/crypto';
const listOf = (...rows: readonly (readonly [name: string, references: number, type: string])[]) =>
  rows
    .map(([name, uses, type]) => `name         : ${name}\nrefcnt       : ${uses}\ntype         : ${type}\n`)
    .join('\n');
const XTS = ['xts(aes)', 2, 'skcipher'] as const;

test.each([
  [MARK, 'CRYPT-LUKS1-0c4f-luks\n', 'passed'],
  [MARK, 'CRYPT-PLAIN-luks\n', 'passed'],
  [MARK, 'CRYPT-INTEGRITY-luks\n', 'failed'],
  [MARK, 'CRYPT-VERITY-0c4f-luks\n', 'failed'],
  [MARK, 'CRYPT-LUKS3-0c4f-luks\n', 'unknown'],
  [MARK, 'CRYPT-\n', 'unknown'],
  [MARK, null, 'unknown'],
  [CIPHERS, listOf(XTS, ['ecb(cipher_null)', 1, 'skcipher']), 'passed'],
  [CIPHERS, listOf(XTS, ['ecb(cipher_null)', 2, 'skcipher']), 'unknown'],
  [CIPHERS, listOf(['cbc(cipher_null)', 2, 'skcipher'], XTS), 'unknown'],
  [CIPHERS, listOf(['authenc(hmac(sha256),xts(aes))', 2, 'aead']), 'passed'],
  [CIPHERS, listOf(['xts(aes)', 1, 'skcipher'], ['sha256', 9, 'shash']), 'unknown'],
  [CIPHERS, 'name : xts(aes)\n', 'unknown'],
  [CIPHERS, '', 'unknown'],
  [CIPHERS, null, 'unknown'],
])('%s says %j: %s', async (path, content, state) => {
  const system = good();
  if (content === null) system.files.delete(path);
  else system.files.set(path, content);
  expect((await read(system)).state).toBe(state);
});

test.each([
  ['/var/lib/nadia.img', 'passed'],
  ['/boot/nadia.img', 'failed'],
  ['/home/nadia/other.img', 'unknown'],
  [null, 'unknown'],
])('a home in the image %s: %s', async (file, state) => {
  const system = good();
  if (file !== null) system.files.set('/sys/block/loop0/loop/backing_file', `${file}\n`);
  const add = (list: string, row: object) => (text: string) => {
    const all = JSON.parse(text) as Record<string, object[]>;
    return JSON.stringify({ [list]: [...(all[list] ?? []), row] });
  };
  const more: Readonly<Record<string, (text: string) => string>> = {
    findmnt: add('filesystems', { target: '/home', source: '/dev/loop0', fstype: 'ext4' }),
    lsblk: add('blockdevices', { name: 'loop0', kname: 'loop0', path: '/dev/loop0', type: 'loop', fstype: 'ext4' }),
  };
  const withImage: SystemPort = {
    ...system,
    run: async (command) => {
      const answer = await system.run(command);
      const change = more[command.tool];
      if (!answer.ok || change === undefined) return answer;
      return { ok: true, value: { ...answer.value, stdout: change(answer.value.stdout) } };
    },
  };
  expect((await read(withImage)).state).toBe(state);
});

test.each(['aes-256-gcm-x1', 'xaes-256-gcm', '-', ''])('ZFS method %j is not known', async (method) => {
  const system = createSampleLinux(FOLDER, 'zfs-encrypted');
  const answered: SystemPort = {
    ...system,
    run: async (command) =>
      command.tool === 'zfs'
        ? { ok: true, value: { code: 0, stdout: `${method}\n`, stderr: '' } }
        : system.run(command),
  };
  expect((await read(answered)).state).toBe('unknown');
});

test('swap that cannot be read, or is not understood, is not known', async () => {
  for (const content of ['garbage\n', 'Filename Type Size\n/dev/sda3 partition\n']) {
    const system = good();
    system.files.set('/proc/swaps', content);
    expect((await read(system)).state).toBe('unknown');
  }
  expect(parseSwaps('Filename\tType\tSize\tUsed\tPriority\n/my\\040swap file 1 0 -2\n')).toEqual([
    { path: '/my swap', isFile: true },
  ]);
});

test('no cut answer passes, and none is too deep', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(SAMPLES)),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      async (name, share) => {
        const system = createSampleLinux(FOLDER, name);
        const cut: SystemPort = {
          ...system,
          run: async (command) => {
            const answer = await system.run(command);
            if (!answer.ok || answer.value.stdout.trim() === '') return answer;
            const stdout = answer.value.stdout.trim();
            return { ok: true, value: { ...answer.value, stdout: stdout.slice(0, Math.floor(stdout.length * share)) } };
          },
        };
        expect((await read(cut)).state).not.toBe('passed');
      },
    ),
  );
  const deep = `${'{"name":"a","kname":"a","type":"part","children":['.repeat(500)}{}${']}'.repeat(500)}`;
  expect(parseBlockDevices(`{"blockdevices":[${deep}]}`, new Map())).toBeNull();
  fc.assert(
    fc.property(fc.string(), (noise) => parseMounts(noise) === null && parseBlockDevices(noise, new Map()) === null),
  );
});
