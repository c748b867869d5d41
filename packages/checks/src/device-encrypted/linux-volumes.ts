import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { type BlockDevice, type Disk, type Layer, worstOf } from './block-devices.ts';
import { type Mount, mountOf, type Swap } from './mounts.ts';
import type { Volume } from './volumes.ts';
import { layerOfPool, readZfs } from './zfs.ts';

export interface Storage {
  readonly mounts: readonly Mount[];
  readonly devices: readonly BlockDevice[];
  readonly swaps: readonly Swap[];
}

/** What holds files on a disk, mounted. Not the images that hold programs, nor what lies elsewhere. */
const FILE_SYSTEMS = new Set([
  ...[
    'ext2',
    'ext3',
    'ext4',
    'xfs',
    'btrfs',
    'f2fs',
    'jfs',
    'reiserfs',
    'nilfs2',
    'bcachefs',
    'ufs',
    'apfs',
    'hfsplus',
  ],
  ...['ntfs', 'ntfs3', 'fuseblk', 'exfat', 'vfat', 'zfs'],
]);
/** Of those what is not mounted and yet holds someone's files; makers keep their tools on FAT. */
const LEFT_OUT_WHEN_UNMOUNTED = new Set(['vfat', 'fuseblk', 'zfs']);
/** As large as what a computer starts from. */
const BOOT_BYTES = 2 * 1024 ** 3;
/** Partitions for starting and repairing a computer, by the type in their table. */
const SYSTEM_PARTITIONS = new Set([
  'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
  'bc13c2ff-59e6-4262-a352-b275fd6f7172',
  '21686148-6449-6e6f-744e-656564454649',
  'e3c9e316-0b5c-4db8-817d-f92df00215ae',
  'de94bba4-06d1-4d40-a16a-bfd50179d6ac',
]);
const BOOT_FOLDER = /^\/(?:boot|efi)(?:\/|$)/;
const REMOTE_TRANSPORTS = new Set(['iscsi', 'fc', 'fcoe']);
const PLUGGED_TRANSPORTS = new Set(['usb', 'ieee1394', 'sbp']);
/** What has the files of the system below it where the root folder is put together from layers (ostree). */
const LAYERED_ROOT = /^(?:overlay|composefs)$/;

/**
 * Every volume that holds what people work with: the system's and the person's own wherever they lie, what memory is
 * written out to, and what else lies on a drive that is built in. Not what a computer starts from, which cannot be
 * encrypted; not what can be plugged out; not images that lie as files on one of the others.
 */
export async function collectVolumes(system: SystemPort, storage: Storage): Promise<Outcome<readonly Volume[]>> {
  const { mounts, devices, swaps } = storage;
  const root = rootOf(mounts);
  if (root === null) {
    const { source = '', fileSystem = '' } = mountOf(mounts, '/') ?? {};
    return {
      ok: false,
      reason: 'not-supported',
      detail: say('The system lies on {place}.', { place: `${source} (${fileSystem})` }),
    };
  }
  const home = mountOf(mounts, system.user.home);
  const required = new Set([root, home].filter((mount) => mount !== undefined));
  const found = new Map<string, { name: string; layer: Layer; places: string[]; method: string }>();
  const add = (name: string, layer: Layer, place: string | null, method: string) => {
    const volume = found.get(name) ?? { name, layer, places: [], method };
    if (place !== null && !volume.places.includes(place)) volume.places.push(place);
    found.set(name, volume);
  };
  const fixed = await fixedDisks(system, devices);
  const isBuiltIn = ({ disks }: BlockDevice) => disks.some(({ kernelName }) => fixed.has(kernelName));

  /** @param isNeeded whether the volume counts wherever it lies */
  const addSource = async (source: string, place: string, isNeeded: boolean) => {
    const parts = devicesOf(devices, source);
    const [device] = parts;
    if (device === undefined) return add(source, 'not-known', place, 'LUKS');
    if (!isNeeded && !parts.some(isBuiltIn)) return;
    add(nameOf(device), await layerOfParts(system, storage, parts), place, 'LUKS');
  };

  for (const mount of mounts) {
    const isNeeded = required.has(mount);
    if (!FILE_SYSTEMS.has(mount.fileSystem)) continue;
    if (!isNeeded && (BOOT_FOLDER.test(mount.target) || isRecovery(mount))) continue;
    if (mount.fileSystem !== 'zfs') {
      await addSource(mount.source, mount.target, isNeeded);
      continue;
    }
    const zfs = await readZfs(system, mount.source);
    if (!zfs.ok) return zfs;
    if (zfs.value.layer === 'encrypted') add(mount.source, 'encrypted', mount.target, zfs.value.method);
    else {
      const below = zfs.value.devices.map((path) => devicesOf(devices, path)[0]?.layer);
      add(mount.source, layerOfPool(below), mount.target, 'LUKS');
    }
  }
  for (const swap of swaps) {
    const source = await sourceOfSwap(system, swap, mounts);
    if (source !== null) await addSource(source, 'swap', true);
  }
  const isMounted = (device: BlockDevice) => mounts.some(({ source }) => devicesOf(devices, source).includes(device));
  for (const device of devices) {
    if (holdsFiles(device) && isBuiltIn(device) && !isMounted(device)) add(nameOf(device), device.layer, null, 'LUKS');
  }
  return {
    ok: true,
    value: [...found.values()].map(({ name, layer, places, method }) => ({
      volume: name,
      places,
      method,
      // As with Windows: encrypted, and open to anyone until the key is taken away.
      state: layer === 'plain' ? 'not-encrypted' : layer === 'exposed' ? 'suspended' : layer,
    })),
  };
}

/** An image has what the volume has that its file lies on. */
async function layerOfParts(
  system: SystemPort,
  { mounts, devices }: Storage,
  parts: readonly BlockDevice[],
): Promise<Layer> {
  const layer = worstOf(parts.map((part) => part.layer));
  const disks = parts.flatMap((part) => part.disks);
  if (layer !== 'plain' || !disks.some(({ type }) => type === 'loop')) return layer;
  if (!disks.every(({ type }) => type === 'loop')) return 'not-known';
  const below = await Promise.all(
    disks.map(async ({ kernelName }) => {
      const file = await system.readFile(`/sys/block/${kernelName}/loop/backing_file`);
      const mount = file.ok ? mountOf(mounts, file.value.trim()) : undefined;
      const under = mount === undefined ? [] : devicesOf(devices, mount.source);
      const isImage = under.some((part) => part.disks.some(({ type }) => type === 'loop'));
      return under.length === 0 || isImage ? 'not-known' : worstOf(under.map((part) => part.layer));
    }),
  );
  return worstOf(below);
}

function rootOf(mounts: readonly Mount[]): Mount | null {
  const root = mountOf(mounts, '/');
  if (root === undefined) return null;
  if (FILE_SYSTEMS.has(root.fileSystem) && (root.fileSystem === 'zfs' || isDevice(root.source))) return root;
  const below = LAYERED_ROOT.test(root.fileSystem) ? mounts.find(({ target }) => target === '/sysroot') : undefined;
  return below !== undefined && isDevice(below.source) ? below : null;
}

function isDevice(source: string): boolean {
  return /^\/dev\/[\w./+:@-]+$/.test(source);
}

/** What makers put their own system on, to repair the computer with. */
function isRecovery({ target, fileSystem }: Mount): boolean {
  return target === '/recovery' && fileSystem === 'vfat';
}

/** A device, and for btrfs every other that the same file system spans. */
function devicesOf(devices: readonly BlockDevice[], source: string): readonly BlockDevice[] {
  const device = devices.find(({ paths }) => paths.includes(source));
  if (device === undefined) return [];
  const others = devices.filter(
    (other) =>
      other !== device && device.fileSystem === 'btrfs' && other.fileSystem === 'btrfs' && other.uuid === device.uuid,
  );
  return [device, ...others];
}

function nameOf({ paths, kernelName }: BlockDevice): string {
  return paths[0] ?? kernelName;
}

function holdsFiles({ fileSystem, partitionType, isUsed, bytes, disks }: BlockDevice): boolean {
  if (isUsed || fileSystem === null || !FILE_SYSTEMS.has(fileSystem)) return false;
  if (LEFT_OUT_WHEN_UNMOUNTED.has(fileSystem) || SYSTEM_PARTITIONS.has(partitionType ?? '')) return false;
  return (bytes ?? Number.POSITIVE_INFINITY) > BOOT_BYTES && disks.every(({ type }) => type === 'disk');
}

/** The device behind a swap file is the one its folder lies on; compressed memory has none, unless it was given one. */
async function sourceOfSwap(system: SystemPort, { path, isFile }: Swap, mounts: readonly Mount[]) {
  if (isFile) return mountOf(mounts, path)?.source ?? path;
  const zram = /^\/dev\/(zram\d+)$/.exec(path)?.[1];
  if (zram === undefined) return path;
  const behind = await system.readFile(`/sys/block/${zram}/backing_dev`);
  const device = behind.ok ? behind.value.trim() : 'none';
  return device === 'none' || device === '' ? null : device;
}

/** Disks that no one plugs out on the way home. What cannot be told is taken for built in. */
async function fixedDisks(system: SystemPort, devices: readonly BlockDevice[]): Promise<ReadonlySet<string>> {
  const disks = new Map(devices.flatMap((device) => device.disks).map((disk) => [disk.kernelName, disk]));
  const answers = await Promise.all(
    [...disks.values()].map(async (disk) => ({ disk, isFixed: await isFixed(system, disk) })),
  );
  return new Set(answers.filter((answer) => answer.isFixed).map(({ disk }) => disk.kernelName));
}

async function isFixed(system: SystemPort, { kernelName, type, isRemovable, transport }: Disk): Promise<boolean> {
  if (type !== 'disk' || isRemovable || /^(?:zram|nbd|rbd|ram)\d/.test(kernelName)) return false;
  if (transport !== null && (PLUGGED_TRANSPORTS.has(transport) || REMOTE_TRANSPORTS.has(transport))) return false;
  // A card of a camera, and a port outside the computer (Thunderbolt).
  const [kind, ...ports] = await Promise.all(
    ['device/type', 'device/removable', 'device/device/removable'].map((name) =>
      system.readFile(`/sys/block/${kernelName}/${name}`),
    ),
  );
  const isCard = kernelName.startsWith('mmcblk') && kind?.ok === true && kind.value.trim() === 'SD';
  return !isCard && !ports.some((port) => port.ok && port.value.trim() === 'removable');
}
