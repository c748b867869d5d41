import { readIfThere } from '../linux/if-there.ts';
import type { SystemPort } from '../system-port.ts';
import type { BlockDevice } from './block-devices.ts';
import type { CryptKind } from './dm-crypt.ts';
import { type Mount, mountOf } from './mounts.ts';

const TABLE = '/etc/crypttab';
const LINE = '/proc/cmdline';
/** Made up at each start, and gone with it. */
const RANDOM = /^\/dev\/(?:u?random|hwrng|hw_random)$/;
/** Scripts of packages, which ask the person, a card or a stick, or take the key of what is open already. */
const KNOWN_SCRIPT =
  /^(?:(?:\/usr)?\/lib\/cryptsetup\/scripts\/|\/usr\/share\/[\w.-]+\/)?(?:decrypt_(?:derived|keyctl|gnupg|gnupg-sc|opensc|ssl)|passdev|ykluks-keyscript)$/;
/** Only hands over what stands in the file of the key. */
const HANDS_OVER = /^(?:\/usr)?\/bin\/cat$/;

interface Storage {
  readonly mounts: readonly Mount[];
  readonly devices: readonly BlockDevice[];
}

/**
 * Of the devices that are opened at the start those whose key lies where anyone can read it, who has the drives: on one that
 * is not encrypted, or among what the computer starts from. The key of a further drive may lie on the encrypted one of the
 * system. What may not be read is taken for as good as it looks.
 */
export async function findLyingKeys(system: SystemPort, storage: Storage): Promise<ReadonlyMap<string, CryptKind>> {
  const [table, line] = await Promise.all([readIfThere(system, TABLE), readIfThere(system, LINE)]);
  const found = new Map<string, CryptKind>();
  const { devices, mounts } = storage;
  const ofRoot = new Set(devicesAt(storage, '/').flatMap(({ builtOf }) => builtOf));
  const opened = devices.filter(({ type }) => type === 'crypt');
  for (const row of table.ok ? rowsOf(table.value ?? '') : []) {
    const device = opened.find(({ paths }) => paths.includes(`/dev/mapper/${row.name}`));
    if (device === undefined) continue;
    const kind = kindOf(row, storage, ofRoot.has(device.kernelName));
    if (kind !== null) found.set(device.kernelName, kind);
  }
  const named = line.ok ? keyOfLine(line.value ?? '') : null;
  if (named !== null && liesOpen(named, { devices, mounts }, true)) {
    for (const { kernelName } of opened) if (ofRoot.has(kernelName)) found.set(kernelName, 'opens-by-itself');
  }
  return found;
}

interface Row {
  readonly name: string;
  readonly key: string;
  readonly script: string | null;
}

/** `name device key options`, one a line (crypttab(5)). */
function rowsOf(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', device, key = 'none', options = ''] = line.trim().split(/\s+/);
    if (device === undefined || name.startsWith('#')) return [];
    return [{ name, key, script: /(?:^|,)keyscript=([^,]+)/.exec(options)?.[1] ?? null }];
  });
}

/** @returns null where a person, or a part of the computer, has to give the key */
function kindOf({ key, script }: Row, storage: Storage, isOfRoot: boolean): CryptKind | null {
  if (script !== null && KNOWN_SCRIPT.test(script)) return null;
  if (script !== null && !HANDS_OVER.test(script)) return 'not-known';
  if (!key.startsWith('/') || RANDOM.test(key)) return null;
  return liesOpen(key, storage, isOfRoot) ? 'opens-by-itself' : null;
}

/** @param isAtStart whether it is wanted before the system's own volume is open */
function liesOpen(key: string, storage: Storage, isAtStart: boolean): boolean {
  // `/key:UUID=…` and `/key:/dev/sdb1`: on a device of its own, which may be a stick.
  const [path = '', place] = key.split(':');
  if (place !== undefined) {
    const name = place.replace(/^(?:UUID|LABEL|PARTUUID)=/, '').replaceAll('"', '');
    const device = storage.devices.find(({ paths, uuid }) => paths.includes(name) || uuid === name);
    return (
      device?.layer === 'plain' &&
      device.disks.every(({ isRemovable, transport }) => !isRemovable && transport !== 'usb')
    );
  }
  // A part of a drive itself, or the beginning of one.
  const raw = storage.devices.find(({ paths }) => paths.includes(path));
  if (raw !== undefined)
    return raw.layer === 'plain' && raw.disks.every((disk) => !disk.isRemovable && disk.transport !== 'usb');
  if (isPlain(storage, path)) return true;
  // It is kept with what starts the computer, and is read from there.
  return isAtStart && isPlain(storage, '/boot/initrd');
}

function isPlain(storage: Storage, path: string): boolean {
  return devicesAt(storage, path).some(({ layer }) => layer === 'plain');
}

function devicesAt({ mounts, devices }: Storage, path: string): readonly BlockDevice[] {
  const mount = mountOf(mounts, path);
  return mount === undefined ? [] : devices.filter(({ paths }) => paths.includes(mount.source));
}

/** The file that the kernel was told to take the key of the system's own volume from; dracut, and the hook of Arch. */
function keyOfLine(text: string): string | null {
  const [, ofArch] = /(?:^|\s)cryptkey=(\S+)/.exec(text) ?? [];
  if (ofArch !== undefined) {
    const [device = '', , path] = ofArch.split(':');
    return device === 'rootfs' ? ofArch.slice('rootfs:'.length) : `${path ?? '/'}:${device}`;
  }
  // `rd.luks.key=/key:UUID=…:UUID of the volume`
  const [, ofDracut = null] = /(?:^|\s)(?:rd\.)?luks\.key=(\/[^\s]*)/.exec(text) ?? [];
  return ofDracut === null ? null : ofDracut.split(':').slice(0, 2).join(':');
}
