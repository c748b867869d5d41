import { publicJwkSchema } from '@vestibule/contracts';
import { createDeviceKeys, importDeviceKeys } from '@vestibule/device-keys';
import * as z from 'zod/mini';
import type { KeyProvider } from './key-provider.ts';

const privateJwkSchema = z.extend(publicJwkSchema, { d: z.string() });

export const fileKeysSchema = z.object({ identity: privateJwkSchema, agreement: privateJwkSchema });
type FileKeys = z.infer<typeof fileKeysSchema>;

/** Keys in a file that only this person, and an administrator, can read: everywhere, and as good as the folder is closed. */
export const fileKeys: KeyProvider<FileKeys> = {
  protection: 'file',
  create: createDeviceKeys,
  load: importDeviceKeys,
};
