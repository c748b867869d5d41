import type { UpdateKey } from '@vestibule/contracts';
import { isLoopbackName } from './public-address.ts';
import { readUpdateKeys } from './update-keys.ts';

/** From whom newer data on ends of support is taken. */
export interface LifecycleSettings {
  /** Either of them is enough. None: only what the server brings itself judges. */
  readonly keys: readonly UpdateKey[];
  /** Where it is asked for once a day; null: nowhere. */
  readonly address: string | null;
}

type Read =
  | { readonly ok: true; readonly lifecycle: LifecycleSettings }
  | { readonly ok: false; readonly problem: string };

/** @param keys public halves of Ed25519 keys as `npm run lifecycle` prints them, with commas between */
export function readLifecycleSettings(keys: string | undefined, address: string | undefined): Read {
  const read = readUpdateKeys('VESTIBULE_LIFECYCLE_KEYS', keys, 'npm run lifecycle');
  if (!read.ok) return read;
  if (address !== undefined && !isAskable(address)) {
    return no(
      'VESTIBULE_LIFECYCLE_URL',
      `${address} is no address such as https://updates.example.com/lifecycle.json.`,
    );
  }
  if (address !== undefined && read.keys.length === 0) {
    return no('VESTIBULE_LIFECYCLE_URL', 'without VESTIBULE_LIFECYCLE_KEYS nothing that it answers is believed.');
  }
  return { ok: true, lifecycle: { keys: read.keys, address: address ?? null } };
}

function isAskable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}

function no(setting: string, problem: string): Read {
  return { ok: false, problem: `${setting}: ${problem}` };
}
