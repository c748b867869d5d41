import { KEYS_AND_OTHERS } from './disk-keys.ts';
import type { State, Subject, Verdict } from './state.ts';

const drives = (DeviceEncrypted: Verdict, name: string, make: string): State => ({
  name,
  make,
  readBy: ['person'],
  expected: { DeviceEncrypted },
});
const GOOD_ROOT = 'luks2 /dev/vda one; root /dev/mapper/one';
const bad = (name: string, more: string) => drives('failed', name, `${GOOD_ROOT}; ${more}`);

/** Debian's packages for what is made here. */
export const DRIVE_TOOLS: readonly string[] = [
  ...['cryptsetup-bin', 'lvm2', 'thin-provisioning-tools', 'mdadm', 'bcache-tools', 'btrfs-progs', 'fdisk'],
];

/** Real drives of a computer with a kernel of its own, and what cryptsetup, LVM and mdadm make of them. */
export const DISK_ENCRYPTION: Subject = {
  name: 'disk-encryption',
  asItWas: { DeviceEncrypted: 'failed' },
  states: [
    drives('passed', 'the system on LUKS2', GOOD_ROOT),
    drives(
      'failed',
      'the system on LVM without encryption',
      'volume /dev/vda vg; lvcreate -qq -y -l 100%FREE -n root vg; root /dev/vg/root',
    ),
    drives('passed', 'the system on LUKS1', 'luks1 /dev/vda one; root /dev/mapper/one'),
    bad('people’s folders on a second drive without encryption', 'at /home /dev/vdb'),
    drives(
      'passed',
      'the system on LUKS that is encrypted and checked',
      'small /dev/vda; luks2 /dev/vda1 one --integrity hmac-sha256 --sector-size 4096; root /dev/mapper/one',
    ),
    drives(
      'failed',
      'the system on a drive that is checked and not encrypted',
      'small /dev/vda; integritysetup format --batch-mode /dev/vda1; integritysetup open /dev/vda1 one; root /dev/mapper/one',
    ),
    drives(
      'passed',
      'LUKS on a drive with a cache',
      'make-bcache --quiet -B /dev/vda -C /dev/nvme0n1; udevadm settle; luks2 /dev/bcache0 one; root /dev/mapper/one',
    ),
    drives(
      'unknown',
      'the system on LUKS with the cipher that does nothing',
      'luks2 /dev/vda one --cipher cipher_null-ecb --key-size 128; root /dev/mapper/one',
    ),
    drives(
      'failed',
      'the system on a mirror of LUKS and a drive without',
      'luks2 /dev/vda one; mirror md0 /dev/mapper/one /dev/vdb; root /dev/md0',
    ),
    drives(
      'unknown',
      'the encryption of the system’s drive has only begun',
      'cryptsetup reencrypt --encrypt --init-only --batch-mode --type luks2 $cheap --reduce-device-size 32M --key-file /run/key /dev/vda; cryptsetup open --key-file /run/key /dev/vda one; root /dev/mapper/one',
    ),
    drives(
      'passed',
      'system and swap on LVM on LUKS, and what it starts from next to them',
      `echo ',256M
,' | sfdisk --quiet /dev/vda; udevadm settle; luks2 /dev/vda2 one; volume /dev/mapper/one vg
lvcreate -qq -y -L 256M -n swap vg; lvcreate -qq -y -l 100%FREE -n root vg; root /dev/vg/root; at /boot /dev/vda1; swap /dev/vg/swap`,
    ),
    ...KEYS_AND_OTHERS,
    drives(
      'failed',
      'a cache without encryption before LUKS',
      'luks2 /dev/vda one; make-bcache --quiet -B /dev/mapper/one -C /dev/nvme0n1; udevadm settle; root /dev/bcache0',
    ),
  ],
};
