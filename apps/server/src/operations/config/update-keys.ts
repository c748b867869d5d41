import { type UpdateKey, UPDATE_KEYS_MAXIMUM, updateKeySchema } from '@vestibule/contracts';

type Read =
  | { readonly ok: true; readonly keys: readonly UpdateKey[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads public halves of Ed25519 keys, with commas between.
 * @param setting whose value it is
 * @param madeBy the command that prints them
 */
export function readUpdateKeys(setting: string, value: string | undefined, madeBy: string): Read {
  const names = (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const read = names.map((x) => updateKeySchema.safeParse({ kty: 'OKP', crv: 'Ed25519', x }));
  const wrong = names[read.findIndex(({ success }) => !success)];
  if (wrong !== undefined) {
    return no(setting, `${wrong} is no public key as ${madeBy} prints it: 43 letters, digits, - and _.`);
  }
  if (names.length > UPDATE_KEYS_MAXIMUM) return no(setting, `at most ${UPDATE_KEYS_MAXIMUM} keys are taken.`);
  return { ok: true, keys: read.flatMap(({ data }) => (data === undefined ? [] : [data])) };
}

function no(setting: string, problem: string): Read {
  return { ok: false, problem: `${setting}: ${problem}` };
}
