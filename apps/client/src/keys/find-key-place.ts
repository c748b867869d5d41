import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { LocalSystem } from '../system/local-system.ts';
import { isMissing } from '../system/system-error.ts';
import { TPM_DEVICE } from './tpm-keys.ts';

/** What of a computer decides where keys can live. */
export type KeySystem = Pick<LocalSystem, 'operatingSystem' | 'toReal' | 'readFile' | 'user' | 'now'>;

/** The best place for keys that this person can use here; for a file, why it is no better one. */
export type KeyPlace =
  | { readonly protection: 'tpm'; readonly path: string }
  | { readonly protection: 'file'; readonly why: string };

/** Looks where keys can live, and touches nothing. */
export async function findKeyPlace(system: KeySystem): Promise<KeyPlace> {
  switch (system.operatingSystem) {
    case 'windows':
      return inFile('Workplace does not use the TPM of Windows yet');
    case 'macos':
      return inFile('the Secure Enclave takes only programs that were signed for it');
    case 'linux':
      return findTpm(system);
    default:
      return system.operatingSystem satisfies never;
  }
}

async function findTpm(system: KeySystem): Promise<KeyPlace> {
  const path = system.toReal(TPM_DEVICE);
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return { protection: 'tpm', path };
  } catch (error) {
    if (isMissing(error)) return inFile(`this computer has no TPM 2.0 that Linux knows of (${path} is missing)`);
    return inFile(await whoseDevice(path, system));
  }
}

async function whoseDevice(path: string, system: KeySystem): Promise<string> {
  const { gid } = await stat(path);
  const groups = await system.readFile('/etc/group');
  const line = (groups.ok ? groups.value : '').split('\n').find((entry) => entry.split(':')[2] === String(gid));
  const group = line?.split(':')[0] ?? String(gid);
  return `${path} belongs to group ${group}, and ${system.user.name} may not use it`;
}

function inFile(why: string): KeyPlace {
  return { protection: 'file', why };
}
