import { type UpdateKey, UPDATE_KEYS_MAXIMUM, updateKeySchema } from '@vestibule/contracts';
import { isLoopbackName } from './public-address.ts';

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
  const names = (keys ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const read = names.map((x) => updateKeySchema.safeParse({ kty: 'OKP', crv: 'Ed25519', x }));
  const wrong = names[read.findIndex(({ success }) => !success)];
  if (wrong !== undefined) {
    return no(
      'VESTIBULE_LIFECYCLE_KEYS',
      `${wrong} is no public key as npm run lifecycle prints it: 43 letters, digits, - and _.`,
    );
  }
  if (names.length > UPDATE_KEYS_MAXIMUM)
    return no('VESTIBULE_LIFECYCLE_KEYS', `at most ${UPDATE_KEYS_MAXIMUM} keys are taken.`);
  if (address !== undefined && !isAskable(address)) {
    return no(
      'VESTIBULE_LIFECYCLE_URL',
      `${address} is no address such as https://updates.example.com/lifecycle.json.`,
    );
  }
  if (address !== undefined && names.length === 0) {
    return no('VESTIBULE_LIFECYCLE_URL', 'without VESTIBULE_LIFECYCLE_KEYS nothing that it answers is believed.');
  }
  return {
    ok: true,
    lifecycle: { keys: read.flatMap(({ data }) => (data === undefined ? [] : [data])), address: address ?? null },
  };
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
