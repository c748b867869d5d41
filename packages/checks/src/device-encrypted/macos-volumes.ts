import { memberOf } from '../json.ts';
import { parsePropertyList } from '../macos/property-list.ts';
import { notUnderstood, readTool } from '../macos/tool.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { Volume } from './volumes.ts';

const DISKUTIL_TIMEOUT_MS = 10_000;
const METHOD = 'FileVault';

/** Parts of a volume group that hold programs, or what the Mac starts from. */
const SYSTEM_ROLES = ['System', 'Preboot', 'Recovery', 'VM', 'Update', 'Installer', 'xART', 'Hardware', 'Enterprise'];
/** Partitions whose files anybody reads; of one with a file system of Windows it cannot be told. */
const PLAIN_PARTITIONS = ['Apple_HFS', 'Apple_HFSX'];
const FOREIGN_PARTITIONS = ['Microsoft Basic Data', 'Windows_NTFS'];

/** Volumes of the disks that are built in and hold files, each with what FileVault does for it. */
export async function readVolumes(system: SystemPort): Promise<Outcome<readonly Volume[]>> {
  const [inside, containers] = await Promise.all([
    readTool(system, 'diskutil', ['list', '-plist', 'internal', 'physical'], DISKUTIL_TIMEOUT_MS),
    readTool(system, 'diskutil', ['apfs', 'list', '-plist'], DISKUTIL_TIMEOUT_MS),
  ]);
  if (!inside.ok) return inside;
  if (!containers.ok) return containers;
  const disks = parseDisks(inside.value);
  const volumes = disks === null ? null : parseContainers(containers.value, disks.names);
  if (disks === null || volumes === null) return notUnderstood('diskutil', containers.value);
  return { ok: true, value: [...volumes, ...disks.volumes] };
}

interface Disks {
  readonly names: readonly string[];
  /** What lies on them and is not APFS. */
  readonly volumes: readonly Volume[];
}

function parseDisks(text: string): Disks | null {
  const list = parsePropertyList(text);
  const disks = memberOf(list, 'AllDisksAndPartitions');
  if (!Array.isArray(disks) || disks.length === 0) return null;
  const names: string[] = [];
  const volumes: Volume[] = [];
  for (const disk of disks as readonly unknown[]) {
    const name = memberOf(disk, 'DeviceIdentifier');
    const partitions = memberOf(disk, 'Partitions') ?? [];
    if (typeof name !== 'string' || !Array.isArray(partitions)) return null;
    names.push(name);
    for (const partition of partitions as readonly unknown[]) {
      const content = memberOf(partition, 'Content');
      const state = PLAIN_PARTITIONS.some((kind) => kind === content) ? 'not-encrypted' : 'not-known';
      if (state === 'not-known' && !FOREIGN_PARTITIONS.some((kind) => kind === content)) continue;
      volumes.push({ ...nameOf(partition, 'VolumeName'), state, method: METHOD });
    }
  }
  return { names, volumes };
}

function parseContainers(text: string, disks: readonly string[]): readonly Volume[] | null {
  const containers = memberOf(parsePropertyList(text), 'Containers');
  if (!Array.isArray(containers)) return null;
  const found: Volume[] = [];
  for (const container of containers as readonly unknown[]) {
    const stores = memberOf(container, 'PhysicalStores');
    const volumes = memberOf(container, 'Volumes');
    if (!Array.isArray(stores) || !Array.isArray(volumes)) return null;
    const isInside = stores.some((store: unknown) => {
      const name = memberOf(store, 'DeviceIdentifier');
      return typeof name !== 'string' || disks.includes(name.replace(/s\d+$/, ''));
    });
    if (!isInside) continue;
    for (const volume of volumes as readonly unknown[]) {
      const roles = memberOf(volume, 'Roles');
      const fileVault = memberOf(volume, 'FileVault');
      if (!Array.isArray(roles)) return null;
      if (roles.some((role: unknown) => SYSTEM_ROLES.some((known) => known === role))) continue;
      const state = fileVault === true ? 'encrypted' : fileVault === false ? 'not-encrypted' : 'not-known';
      found.push({ ...nameOf(volume, 'Name'), state, method: METHOD });
    }
  }
  return found;
}

function nameOf(volume: unknown, key: 'Name' | 'VolumeName'): Pick<Volume, 'volume' | 'places'> {
  const device = memberOf(volume, 'DeviceIdentifier');
  const name = memberOf(volume, key);
  return {
    volume: typeof device === 'string' ? device : 'disk',
    places: typeof name === 'string' && name !== '' ? [name] : [],
  };
}
