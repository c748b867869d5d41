import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { createSampleLinux } from '../linux/sample-system.ts';
import type { SystemPort } from '../system-port.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption } from './linux.ts';

interface Given {
  readonly table?: string | null;
  readonly line?: string;
  /** What becomes of the answers of findmnt and lsblk. */
  readonly change?: (text: string) => string;
}

/** LVM on `/dev/mapper/luks`, and `/boot` next to it without encryption. */
async function judge({ table = null, line = 'quiet', change = (text) => text }: Given) {
  const sample = createSampleLinux(import.meta.dirname, 'lvm-on-luks');
  if (table !== null) sample.files.set('/etc/crypttab', `# <name> <device> <key> <options>\n${table}\n`);
  sample.files.set('/proc/cmdline', line);
  const system: SystemPort = {
    ...sample,
    run: async (command) => {
      const answer = await sample.run(command);
      return answer.ok ? { ok: true, value: { ...answer.value, stdout: change(answer.value.stdout) } } : answer;
    },
  };
  const reading = await linuxEncryption.read(system);
  return judgeReading(deviceEncrypted, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}
const stateOf = async (given: Given) => (await judge(given)).state;
const row = (rest: string, name = 'luks') => `${name} UUID=0c4f ${rest}`;

test.each([
  ['none luks,discard', 'passed'],
  ['- tpm2-device=auto', 'passed'],
  ['none luks,nofail', 'passed'],
  ['/boot/key luks', 'failed'],
  ['/boot/efi/key luks', 'failed'],
  // Wanted before the system's own volume is open: a copy lies with what starts the computer.
  ['/etc/keys/root.key luks', 'failed'],
  ['/dev/urandom swap', 'passed'],
  ['/dev/nvme0n1p2 luks', 'failed'],
  ['/key:/dev/nvme0n1p2 luks', 'failed'],
  ['/key:UUID=1234-ABCD luks', 'passed'],
  ['none luks,keyscript=decrypt_keyctl', 'passed'],
  ['/dev/disk/by-label/stick:/key luks,keyscript=/lib/cryptsetup/scripts/passdev', 'passed'],
  ['/boot/key luks,keyscript=/bin/cat', 'failed'],
  ['none luks,keyscript=/bin/true', 'unknown'],
  ['none luks,keyscript=/usr/local/sbin/my-key', 'unknown'],
])('crypttab opens the system with %s: %s', async (rest, state) => {
  expect(await stateOf({ table: row(rest) })).toBe(state);
  // A row of something else, or none that counts.
  expect(await stateOf({ table: row(rest, 'other') })).toBe('passed');
  expect(await stateOf({ table: `#${row(rest)}` })).toBe('passed');
});

test('a key that lies on the encrypted system opens it to no one where it starts from there as well', async () => {
  const change = (text: string) =>
    text
      .replace('"target": "/boot"', '"target": "/srv"')
      .replace('/dev/nvme0n1p2", "fstype": "ext4"}', '/dev/mapper/vg-root", "fstype": "ext4"}');
  expect(await stateOf({ table: row('/etc/keys/root.key luks'), change })).toBe('passed');
});

test.each([
  ['quiet cryptdevice=UUID=0c4f:luks', 'passed'],
  ['cryptkey=rootfs:/root.key', 'failed'],
  ['cryptkey=/dev/nvme0n1p2:ext4:/key', 'failed'],
  ['cryptkey=/dev/disk/by-id/usb-stick:vfat:/key', 'passed'],
  ['rd.luks.key=/root.key', 'failed'],
  ['rd.luks.key=/key:UUID=1234-ABCD', 'passed'],
])('the kernel is told %s: %s', async (line, state) => {
  expect(await stateOf({ line })).toBe(state);
});

test('it is said to be open until the key is taken away, and no drive to have no encryption', async () => {
  const { message, fix } = await judge({ table: row('/boot/key luks') });
  expect([message.key, fix]).toEqual(['suspended', undefined]);
});
