import { join } from 'node:path';
import { publicJwkSchema } from '@vestibule/contracts';
import { createDeviceKeys, type DeviceKeys, importDeviceKeys } from '@vestibule/device-keys';
import * as z from 'zod/mini';
import { createStateFile, readStateFile } from './state-file.ts';
import { prepareStateFolder, type StateFolder } from './state-folder.ts';

/** Who this computer is to the servers: an id and two keys. */
export interface Device {
  readonly deviceId: string;
  readonly keys: DeviceKeys;
}

export type DeviceRead =
  | { readonly ok: true; readonly device: Device }
  | { readonly ok: false; readonly code: 'keys-missing' | 'keys-damaged'; readonly detail: string };

const privateJwkSchema = z.extend(publicJwkSchema, { d: z.string() });

const deviceFileSchema = z.object({
  version: z.literal(1),
  deviceId: z.uuid(),
  createdAt: z.iso.datetime(),
  identity: privateJwkSchema,
  agreement: privateJwkSchema,
});

const pathOf = (folder: StateFolder) => join(folder.path, 'device.json');

/** Reads id and keys; makes none. */
export async function readDevice(folder: StateFolder): Promise<DeviceRead> {
  const read = await readStateFile(pathOf(folder), deviceFileSchema);
  if (read.state === 'missing') {
    return {
      ok: false,
      code: 'keys-missing',
      detail: 'This computer has no keys yet; `workplace install` makes them.',
    };
  }
  if (read.state === 'damaged') return damaged(read.detail);
  const { deviceId, identity, agreement } = read.value;
  try {
    return { ok: true, device: { deviceId, keys: await importDeviceKeys({ identity, agreement }) } };
  } catch {
    return damaged(`${pathOf(folder)} holds no valid keys.`);
  }
}

/** Reads id and keys and makes them the first time. Two processes at once agree on the same ones. */
export async function openDevice(folder: StateFolder, now: Date): Promise<DeviceRead> {
  await prepareStateFolder(folder);
  const read = await readDevice(folder);
  if (read.ok || read.code === 'keys-damaged') return read;
  await createStateFile(pathOf(folder), {
    version: 1,
    deviceId: crypto.randomUUID(),
    createdAt: now.toISOString(),
    ...(await createDeviceKeys()),
  });
  return readDevice(folder);
}

function damaged(detail: string): DeviceRead {
  const advice = 'Move it away and install Workplace again; the computer then registers as a new one.';
  return { ok: false, code: 'keys-damaged', detail: `${detail} ${advice}` };
}
