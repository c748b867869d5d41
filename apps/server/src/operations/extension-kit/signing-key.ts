import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * Reads the key that signs this installation's extension. Anyone who has it can give every computer another extension of the
 * same id, and without it the id is lost: it leaves the data folder in encrypted backups alone.
 * @returns null where there is none yet
 * @throws Error when the file cannot be read or holds no RSA key
 */
export async function readSigningKey(path: string): Promise<KeyObject | null> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem === null) return null;
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error(`${path} holds no RSA key.`);
  return key;
}

export async function makeSigningKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey;
}

/** Makes a key where none is; one that is there is never written over. */
export async function createSigningKey(path: string): Promise<KeyObject> {
  const key = await makeSigningKey();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return key;
}
