import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMasterKeyFile, decodeKey, type MasterKeyFile, writeKey } from './master-key-file.ts';

/** Seals what rests in the database: AES-256-GCM under the installation's master key. */
export interface MasterKey {
  seal(plain: string, context: string): string;
  /** @throws when the text was sealed with another key, for another context, or altered: a bug or an attack */
  unseal(sealed: string, context: string): string;
}

export function createMasterKey(key: Buffer): MasterKey {
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    unseal(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** Whether a text was sealed with this very key for this context: what else fails to open is damaged, or another key's. */
export function isSealedWith(masterKey: MasterKey, sealed: string, context: string): boolean {
  try {
    masterKey.unseal(sealed, context);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the master key of the data folder, or creates it at the first start (32 random bytes, readable by the owner
 * only).
 */
export async function loadMasterKey(dataFolder: string): Promise<MasterKey> {
  return createMasterKey(await readOrMake(masterKeyPath(dataFolder)));
}

/** The same, with the file it came from: anyone who runs for long looks whether it is still there. */
export async function openMasterKey(
  dataFolder: string,
): Promise<{ readonly masterKey: MasterKey; readonly masterKeyFile: MasterKeyFile }> {
  const path = masterKeyPath(dataFolder);
  const key = await readOrMake(path);
  return { masterKey: createMasterKey(key), masterKeyFile: createMasterKeyFile(path, key) };
}

function masterKeyPath(dataFolder: string): string {
  return join(dataFolder, 'master.key');
}

async function readOrMake(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeKey(path, randomBytes(32));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = decodeKey(await readFile(path, 'utf8'));
  if (key === null) throw new Error(`${path} does not hold a master key of 32 bytes.`);
  return key;
}
