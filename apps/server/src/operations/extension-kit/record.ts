import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { recordPath } from './published.ts';

const schema = z.object({
  /** Of this form. */
  version: z.literal(1),
  /** Ids by which browsers know the extension: of Chromium's family, and of Firefox. */
  extensionIds: z.tuple([z.string(), z.string()]),
  /** The public key that makes the first id, in base64, for who packs the extension elsewhere; older records have none. */
  chromiumKey: z.string().optional(),
  extensionVersion: z.string(),
  /** Of what is in it, without its version. */
  contentHash: z.string(),
});

/** What was published last, as it stands next to it. */
export type ExtensionRecord = z.infer<typeof schema>;

/** @returns null where nothing was published yet @throws Error when the file is damaged */
export async function readRecord(dataFolder: string): Promise<ExtensionRecord | null> {
  const path = recordPath(dataFolder);
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return content === null ? null : schema.parse(JSON.parse(content));
}

/**
 * The version of what is about to be published. Browsers take a newer one only, so what was changed without a new version
 * of Vestibule, such as a further portal, counts on in a fourth number.
 */
export function nextVersion(last: ExtensionRecord | null, version: string, contentHash: string): string {
  const [, base, revision = '0'] = /^(\d+\.\d+\.\d+)(?:\.(\d+))?$/.exec(last?.extensionVersion ?? '') ?? [];
  if (last === null || base !== version) return version;
  return last.contentHash === contentHash ? last.extensionVersion : `${version}.${Number(revision) + 1}`;
}
