import { unzipSync } from 'fflate';
import * as z from 'zod';

/** What Mozilla puts in when it signs. */
const SIGNATURE = 'META-INF/mozilla.rsa';
const manifestSchema = z.looseObject({
  version: z.string(),
  browser_specific_settings: z.looseObject({ gecko: z.looseObject({ id: z.string() }) }),
});

export type SignedPackageRead =
  | { readonly ok: true; readonly id: string; readonly version: string }
  | { readonly ok: false; readonly problem: string };

/** Looks into a package for Firefox. That the signature is right is for Firefox to say: this only sees that there is one. */
export function readSignedPackage(content: Uint8Array): SignedPackageRead {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(content, { filter: ({ name }) => name === SIGNATURE || name === 'manifest.json' });
  } catch {
    return { ok: false, problem: 'This is no package of an extension.' };
  }
  const manifest = parseManifest(entries['manifest.json']);
  if (manifest === null) return { ok: false, problem: 'This is no package of an extension for Firefox.' };
  if (entries[SIGNATURE] === undefined) {
    return { ok: false, problem: 'Mozilla has not signed this package, and Firefox takes no other.' };
  }
  return { ok: true, id: manifest.browser_specific_settings.gecko.id, version: manifest.version };
}

function parseManifest(content: Uint8Array | undefined): z.infer<typeof manifestSchema> | null {
  if (content === undefined) return null;
  try {
    return manifestSchema.parse(JSON.parse(Buffer.from(content).toString('utf8')));
  } catch {
    return null;
  }
}
