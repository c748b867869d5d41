import type { State, Verdict } from './state.ts';

const drives = (DeviceEncrypted: Verdict, name: string, make: string): State => ({
  name,
  make,
  readBy: ['person'],
  expected: { DeviceEncrypted },
});
const GOOD_ROOT = 'luks2 /dev/vda one; root /dev/mapper/one';
/** What the computer starts from, and next to it the encrypted rest. */
const USUAL = `echo ',256M
,' | sfdisk --quiet /dev/vda; udevadm settle; luks2 /dev/vda2 one; root /dev/mapper/one; at /boot /dev/vda1`;
const table = (...rows: readonly string[]) => `printf '${rows.join(String.raw`\n`)}\\n' > /etc/crypttab`;
/** A group of volumes over an encrypted drive and one without. */
const HALF = `luks2 /dev/vda one; volume /dev/mapper/one vg; pvcreate -qq --yes /dev/vdb; vgextend -qq vg /dev/vdb`;
const subvolumes = (device: string) => `mkfs.btrfs -q -f ${device}; mkdir -p /run/all /system; mount ${device} /run/all
btrfs -q subvolume create /run/all/@; btrfs -q subvolume create /run/all/@home; umount /run/all
mount -o subvol=@ ${device} /system; mkdir /system/home; mount -o subvol=@home ${device} /system/home`;

/** Where the keys lie of drives that are encrypted, and drives of which one may think that they matter. */
export const KEYS_AND_OTHERS: readonly State[] = [
  drives(
    'failed',
    'the key of the system lies with what the computer starts from',
    `${USUAL}; ${table('one /dev/vda2 /boot/key luks')}`,
  ),
  drives('passed', 'a person types the key of the system', `${USUAL}; ${table('one /dev/vda2 none luks')}`),
  drives(
    'failed',
    'a key of the system lies on it, so that a copy starts the computer',
    `${USUAL}; ${table('one /dev/vda2 /etc/keys/one luks')}`,
  ),
  drives(
    'passed',
    'the key of a second drive lies on the encrypted system',
    `${USUAL}; luks2 /dev/vdb two; at /home /dev/mapper/two; ${table('one /dev/vda2 none luks', 'two /dev/vdb /etc/keys/two luks')}`,
  ),
  drives(
    'failed',
    'the key of the system lies on a drive as it is',
    `${GOOD_ROOT}; ${table('one /dev/vda /dev/vdb luks')}`,
  ),
  drives(
    'passed',
    'swap whose key is made up at each start',
    `${GOOD_ROOT}; plain /dev/vdb two aes-xts-plain64; swap /dev/mapper/two; ${table('one /dev/vda none luks', 'two /dev/vdb /dev/urandom swap')}`,
  ),
  drives(
    'unknown',
    'a script of one’s own gives the key',
    `${GOOD_ROOT}; ${table('one /dev/vda none luks,keyscript=/opt/own/key')}`,
  ),
  drives(
    'passed',
    'the chip of the computer gives the key',
    `${GOOD_ROOT}; ${table('one /dev/vda - tpm2-device=auto')}`,
  ),
  drives(
    'failed',
    'the system on a volume over an encrypted drive and one without',
    `${HALF}; lvcreate -qq -y -l 100%FREE -n root vg; root /dev/vg/root`,
  ),
  drives(
    'passed',
    'the drive without encryption in that group holds nothing',
    `${HALF}; lvcreate -qq -y -l 100%PVS -n root vg /dev/mapper/one; root /dev/vg/root`,
  ),
  drives(
    'failed',
    'the drive without encryption in that group holds a volume that is not in use',
    `${HALF}; lvcreate -qq -y -l 100%PVS -n root vg /dev/mapper/one; root /dev/vg/root; lvcreate -qq -y -l 100%PVS -n data vg /dev/vdb; files /dev/vg/data`,
  ),
  drives('passed', 'parts of btrfs on LUKS', `luks2 /dev/vda one; ${subvolumes('/dev/mapper/one')}`),
  drives('failed', 'parts of btrfs on a drive without encryption', subvolumes('/dev/vda')),
  drives('passed', 'a stick without encryption is plugged in', `${GOOD_ROOT}; at /media/stick /dev/sda`),
  drives('failed', 'people’s folders lie on a stick without encryption', `${GOOD_ROOT}; at /home /dev/sda`),
  drives(
    'passed',
    'the system on what dm-crypt makes without a header',
    'plain /dev/vda one aes-xts-plain64; root /dev/mapper/one',
  ),
  drives('failed', 'a second drive without encryption that is not in use', `${GOOD_ROOT}; files /dev/vdc`),
  drives(
    'passed',
    'a second drive whose header lies elsewhere, open and not in use',
    `${GOOD_ROOT}; truncate -s 16M /run/header; cryptsetup luksFormat --batch-mode --type luks2 $cheap --header /run/header /dev/vdb /run/key; cryptsetup open --header /run/header --key-file /run/key /dev/vdb two`,
  ),
];
