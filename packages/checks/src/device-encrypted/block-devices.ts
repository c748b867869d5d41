import { memberOf, parseJson } from '../json.ts';
import type { CryptKind, CryptKinds } from './dm-crypt.ts';

/** What lies between data and the disk: encrypted, the same with its key next to it, plain, or no one knows what it does to the data. */
export type Layer = 'encrypted' | 'exposed' | 'plain' | 'not-known';

/** A disk, a part of one, or what is built of them. */
export interface BlockDevice {
  readonly kernelName: string;
  /** Every name by which it may be mounted. */
  readonly paths: readonly string[];
  readonly type: string;
  readonly fileSystem: string | null;
  readonly uuid: string | null;
  readonly partitionType: string | null;
  readonly bytes: number | null;
  /** The worst of the ways down to a disk: what spans an encrypted and a plain disk is readable in part. */
  readonly layer: Layer;
  /** The disks below, themselves for a disk. */
  readonly disks: readonly Disk[];
  /** Itself and everything below, by the names of the kernel. */
  readonly builtOf: readonly string[];
  /** Whether something else is built of it. */
  readonly isUsed: boolean;
}

export interface Disk {
  readonly kernelName: string;
  readonly type: string;
  readonly isRemovable: boolean;
  /** 'nvme', 'sata', 'usb'; null where the kernel does not say. */
  readonly transport: string | null;
}

/** Columns that every lsblk of the last years has. */
export const LSBLK_ARGUMENTS = ['-J', '-b', '-o', 'NAME,KNAME,PATH,TYPE,FSTYPE,UUID,RM,TRAN,PARTTYPE,SIZE'];

const MAXIMUM_DEPTH = 64;
const PLAIN_TYPES = /^(?:disk|part|lvm|md|mpath|dmraid|linear|raid\d+|rom|loop)$/;

interface Found extends Omit<BlockDevice, 'layer' | 'disks'> {
  readonly layer: Layer;
  readonly disk: Disk;
}

/**
 * Reads `lsblk` from the disks upwards. A device that is built of several stands below each of them.
 * @param kinds what the devices of type `crypt` do; what is not told is not known
 * @returns null when the text is no tree of devices
 */
export function parseBlockDevices(text: string, kinds: CryptKinds): readonly BlockDevice[] | null {
  const roots = memberOf(parseJson(text), 'blockdevices');
  if (!Array.isArray(roots)) return null;
  const found: Found[] = [];
  for (const root of roots) {
    const disk = diskOf(root);
    if (disk === null || !collect(root, { disk, kinds, found }, { layer: 'plain', builtOf: [] })) return null;
  }
  const names = [...new Set(found.map(({ kernelName }) => kernelName))];
  return names.map((name) => {
    const ways = found.filter(({ kernelName }) => kernelName === name);
    const [first] = ways as [Found, ...Found[]];
    return {
      ...first,
      layer: worstOf(ways.map(({ layer }) => layer)),
      disks: ways.map(({ disk }) => disk),
      builtOf: [...new Set(ways.flatMap(({ builtOf }) => builtOf))],
    };
  });
}

export function worstOf(layers: readonly Layer[]): Layer {
  if (layers.includes('plain')) return 'plain';
  if (layers.includes('exposed')) return 'exposed';
  return layers.includes('not-known') ? 'not-known' : 'encrypted';
}

interface Walk {
  readonly disk: Disk;
  readonly kinds: CryptKinds;
  readonly found: Found[];
}

function collect(node: unknown, walk: Walk, below: Pick<Found, 'layer' | 'builtOf'>): boolean {
  const type = memberOf(node, 'type');
  const name = memberOf(node, 'name');
  const kernelName = memberOf(node, 'kname');
  const children = memberOf(node, 'children') ?? [];
  if (typeof type !== 'string' || typeof name !== 'string' || typeof kernelName !== 'string') return false;
  if (!Array.isArray(children) || below.builtOf.length > MAXIMUM_DEPTH) return false;
  const layer = layerOf(type, walk.kinds.get(kernelName), below.layer);
  const builtOf = [...below.builtOf, kernelName];
  const bytes = Number(memberOf(node, 'size') ?? Number.NaN);
  const path = textOf(memberOf(node, 'path'));
  const names = [path, `/dev/${kernelName}`, `/dev/mapper/${name}`, `/dev/${name}`];
  walk.found.push({
    kernelName,
    paths: [...new Set(names.filter((one) => one !== null))],
    type,
    fileSystem: textOf(memberOf(node, 'fstype')),
    uuid: textOf(memberOf(node, 'uuid')),
    partitionType: textOf(memberOf(node, 'parttype'))?.toLowerCase() ?? null,
    bytes: Number.isFinite(bytes) ? bytes : null,
    layer,
    disk: walk.disk,
    builtOf,
    isUsed: children.length > 0,
  });
  return children.every((child: unknown) => collect(child, walk, { layer, builtOf }));
}

/** Nothing of its own where a device only checks what is read. */
const LAYERS: Readonly<Record<CryptKind, Layer | null>> = {
  encrypts: 'encrypted',
  'opens-by-itself': 'exposed',
  checks: null,
  'not-known': 'not-known',
};

/** What was encrypted below stays so; of what cannot be told nothing above is known. */
function layerOf(type: string, kind: CryptKind | undefined, below: Layer): Layer {
  if (below === 'encrypted') return 'encrypted';
  if (type === 'crypt') return kind === undefined ? 'not-known' : (LAYERS[kind] ?? below);
  return PLAIN_TYPES.test(type) ? below : 'not-known';
}

function diskOf(root: unknown): Disk | null {
  const kernelName = memberOf(root, 'kname');
  const type = memberOf(root, 'type');
  if (typeof kernelName !== 'string' || typeof type !== 'string') return null;
  const removable = memberOf(root, 'rm');
  return {
    kernelName,
    type,
    isRemovable: removable === true || removable === '1' || removable === 1,
    transport: textOf(memberOf(root, 'tran')),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
