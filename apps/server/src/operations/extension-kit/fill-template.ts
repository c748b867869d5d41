import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import type { Files } from './archive.ts';

export const BROWSERS = ['chromium', 'firefox'] as const;
export type Browser = (typeof BROWSERS)[number];

/** What `npm run build` wrote where the portals' addresses belong. */
const PLACEHOLDER = 'https://portal.vestibule.invalid';
const IN_SCRIPT = /\[(["'`])https:\/\/portal\.vestibule\.invalid\1\]/g;

const manifestSchema = z.looseObject({
  version: z.string(),
  browser_specific_settings: z.looseObject({ gecko: z.looseObject({ id: z.string() }) }).optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** The built extension of one browser, without a portal. */
export interface Template {
  readonly files: Files;
  readonly manifest: Manifest;
}

/** @returns null when it was never built */
export async function readTemplate(folder: string): Promise<Template | null> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (entries === null) return null;
  const files = new Map<string, Uint8Array>();
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).replaceAll(sep, '/'), await readFile(path));
  }
  const manifest = files.get(MANIFEST);
  if (manifest === undefined) return null;
  return { files, manifest: manifestSchema.parse(JSON.parse(Buffer.from(manifest).toString('utf8'))) };
}

const MANIFEST = 'manifest.json';

export interface Filling {
  /** Exact origins of the portals that it answers. */
  readonly origins: readonly string[];
  readonly version: string;
  /** Base64 of the public key that makes the id of an unpacked extension; stores and CRX files bring their own. */
  readonly key?: string;
  /** Where it looks for newer versions. */
  readonly updateUrl?: string;
  readonly firefoxId: string;
}

/**
 * Puts the addresses of the portals in their place.
 * @throws Error when a script has no place for them: it was built by another version
 */
export function fillTemplate({ files, manifest }: Template, filling: Filling): Files {
  const filled = new Map<string, Uint8Array>(files);
  filled.set(MANIFEST, Buffer.from(`${JSON.stringify(fillManifest(manifest, filling), null, 2)}\n`));
  const origins = `[${filling.origins.map((origin) => JSON.stringify(origin)).join(',')}]`;
  for (const [path, content] of files) {
    if (!path.endsWith('.js')) continue;
    const script = Buffer.from(content).toString('utf8');
    const text = script.replaceAll(IN_SCRIPT, () => origins);
    if (text === script || text.includes(PLACEHOLDER)) {
      throw new Error(`The built ${path} has no place for the portal's address. Build it again: npm run build`);
    }
    filled.set(path, Buffer.from(text));
  }
  return filled;
}

/** What `fillTemplate` put into a script. @param first the origin it begins with @returns null where it put in nothing */
export function readOrigins(script: string, first: string): string[] | null {
  const start = script.indexOf(`[${JSON.stringify(first)}`);
  const list = start === -1 ? undefined : /^\[[^[\]]*\]/.exec(script.slice(start))?.[0];
  return list === undefined ? null : z.array(z.string()).parse(JSON.parse(list));
}

function fillManifest(manifest: Manifest, { origins, version, key, updateUrl, firefoxId }: Filling): object {
  const { key: _key, browser_specific_settings: firefox, ...rest } = withOrigins(manifest, origins) as Manifest;
  return {
    ...rest,
    version,
    ...(key === undefined ? {} : { key }),
    ...(updateUrl === undefined ? {} : { update_url: updateUrl }),
    ...(firefox === undefined
      ? {}
      : { browser_specific_settings: { ...firefox, gecko: { ...firefox.gecko, id: firefoxId } } }),
  };
}

/** Every list that names the placeholder names the portals. A match pattern holds no port. */
function withOrigins(value: unknown, origins: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const patterns = origins.map((origin) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`);
    return value.includes(`${PLACEHOLDER}/*`)
      ? [...new Set(patterns)]
      : value.map((item) => withOrigins(item, origins));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOrigins(item, origins)]));
}
