import { join } from 'node:path';
import { type DeviceKeys, KeyUnavailableError } from '@vestibule/device-keys';
import * as z from 'zod/mini';
import { fileKeys, fileKeysSchema } from '../keys/file-keys.ts';
import { findKeyPlace, type KeySystem } from '../keys/find-key-place.ts';
import type { KeyProtection } from '../keys/key-provider.ts';
import { TPM_DEVICE, tpmKeys, tpmKeysSchema } from '../keys/tpm-keys.ts';
import { TpmFailure } from '../keys/tpm/tpm-failure.ts';
import { createStateFile, readStateFile, writeStateFile } from './state-file.ts';
import { prepareStateFolder, type StateFolder } from './state-folder.ts';

/** Who this computer is to the servers: an id and two keys. */
export interface Device {
  readonly deviceId: string;
  readonly keys: DeviceKeys;
  readonly keyProtection: KeyProtection;
}

export type DeviceRead =
  | { readonly ok: true; readonly device: Device }
  | {
      readonly ok: false;
      /** `keys-lost`: the hardware that held them does not know them. `keys-unavailable`: it cannot be asked now. */
      readonly code: 'keys-missing' | 'keys-damaged' | 'keys-lost' | 'keys-unavailable';
      readonly detail: string;
    };

const idSchema = z.object({ deviceId: z.uuid(), createdAt: z.iso.datetime() });

/** The form of version 1 has secrets in it; that of version 2 what hardware wrapped. */
const deviceFileSchema = z.union([
  z.extend(idSchema, { version: z.literal(1), ...fileKeysSchema.shape }),
  z.extend(idSchema, { version: z.literal(2), protection: z.literal('tpm'), ...tpmKeysSchema.shape }),
]);
type DeviceFile = z.infer<typeof deviceFileSchema>;

const pathOf = (folder: StateFolder) => join(folder.path, 'device.json');

/** Reads id and keys and tries them; makes none. */
export async function readDevice(folder: StateFolder, system: KeySystem): Promise<DeviceRead> {
  const read = await readStateFile(pathOf(folder), deviceFileSchema);
  if (read.state === 'missing') {
    return {
      ok: false,
      code: 'keys-missing',
      detail: 'This computer has no keys yet; `workplace install` makes them.',
    };
  }
  if (read.state === 'damaged') return damaged(read.detail);
  const file = read.value;
  try {
    const keys = await (file.version === 1 ? fileKeys.load(file) : tpmOf(system).load(file));
    const keyProtection = file.version === 1 ? fileKeys.protection : file.protection;
    return { ok: true, device: { deviceId: file.deviceId, keys, keyProtection } };
  } catch (error) {
    if (error instanceof TpmFailure) return refusalOf(error);
    return damaged(`${pathOf(folder)} holds no valid keys.`);
  }
}

/** Reads id and keys and makes them the first time. Two processes at once agree on the same ones. */
export async function openDevice(folder: StateFolder, system: KeySystem): Promise<DeviceRead> {
  await prepareStateFolder(folder);
  const read = await readDevice(folder, system);
  if (read.ok || read.code !== 'keys-missing') return read;
  await createStateFile(pathOf(folder), await makeDevice(crypto.randomUUID(), system));
  return readDevice(folder, system);
}

/** Makes other keys for the same id, in the best place there is. What was there before is gone. */
export async function renewDevice(folder: StateFolder, system: KeySystem): Promise<DeviceRead> {
  await prepareStateFolder(folder);
  const before = await readStateFile(pathOf(folder), idSchema);
  const deviceId = before.state === 'read' ? before.value.deviceId : crypto.randomUUID();
  await writeStateFile(pathOf(folder), await makeDevice(deviceId, system));
  return readDevice(folder, system);
}

async function makeDevice(deviceId: string, system: KeySystem): Promise<DeviceFile> {
  const id = { deviceId, createdAt: system.now().toISOString() };
  const place = await findKeyPlace(system);
  if (place.protection === 'tpm') {
    const keys = await tpmKeys(place.path).create().catch(unlessUnavailable);
    if (keys !== null) return { version: 2, ...id, protection: 'tpm', ...keys };
  }
  return { version: 1, ...id, ...(await fileKeys.create()) };
}

/** A TPM that makes no keys, such as one whose owner set a password, is no reason to have none. */
function unlessUnavailable(error: unknown): null {
  if (error instanceof KeyUnavailableError) return null;
  throw error;
}

const tpmOf = (system: KeySystem) => tpmKeys(system.toReal(TPM_DEVICE));

function damaged(detail: string): DeviceRead {
  const advice = 'Move it away and install Workplace again; the computer then registers as a new one.';
  return { ok: false, code: 'keys-damaged', detail: `${detail} ${advice}` };
}

function refusalOf({ code, message }: TpmFailure): DeviceRead {
  return code === 'foreign'
    ? { ok: false, code: 'keys-lost', detail: `${message} ${RENEW}` }
    : { ok: false, code: 'keys-unavailable', detail: `${message} ${RESTORE}` };
}

const RENEW = 'Run: workplace keys --renew. Your company then has to approve this computer again.';
const RESTORE =
  'The keys of this computer are in it. Make it usable as before, or make new keys: workplace keys --renew';
