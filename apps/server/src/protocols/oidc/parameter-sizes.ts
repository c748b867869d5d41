import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** Bytes. What an application sends without credentials is kept with the interaction, so it is short. */
const MAXIMUM_BYTES: ReadonlyMap<string, number> = new Map([
  // It comes back as it came, as RelayState does.
  ['state', 4096],
  ['redirect_uri', 2048],
  // One of ours, whole, with the groups of its person: anyone who sends one was signed in.
  ['id_token_hint', 16_384],
  ['nonce', 512],
  ['scope', 512],
  ['acr_values', 512],
  ['login_hint', 320],
]);
/** Of every other parameter that the library knows. Unknown ones are not kept. */
const OTHERWISE = 255;

/** @throws {errors.InvalidRequest} which the application is told, at an address of its own that was looked at before */
export function refuseLongParameters({ oidc }: KoaContextWithOIDC): void {
  for (const [name, value] of Object.entries(oidc.params ?? {})) {
    const maximum = MAXIMUM_BYTES.get(name) ?? OTHERWISE;
    if (typeof value === 'string' && Buffer.byteLength(value) > maximum) {
      throw new errors.InvalidRequest(`${name} is longer than ${maximum} bytes`);
    }
  }
}
