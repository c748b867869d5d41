import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type SignedDocument,
  signedDocumentSchema,
  type UpdateChannel,
  updateManifestSchema,
} from '@vestibule/contracts';

/** What is offered on one channel: the manifest as it travels, and what it says. */
export interface OfferedUpdate {
  readonly document: SignedDocument;
  readonly version: string;
}

/** Below the folder of the installers: manifests by channel, files by their hash. */
export const UPDATE_FOLDER = 'update';

/**
 * Reads what `npm run package` has put there for a channel. No one has to believe this server for it: clients check the
 * signature against the keys they were built with.
 * @returns null when nothing is offered, or when what lies there is no manifest
 */
export async function readOfferedUpdate(
  downloadsFolder: string,
  channel: UpdateChannel,
): Promise<OfferedUpdate | null> {
  const path = join(downloadsFolder, UPDATE_FOLDER, `${channel}.json`);
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  const known = readBefore.get(path);
  if (known !== undefined && known.changedAt === found.mtimeMs && known.size === found.size) return known.offered;
  const offered = await read(path);
  readBefore.set(path, { changedAt: found.mtimeMs, size: found.size, offered });
  return offered;
}

/** Every verdict asks: a file that has not changed is not read again. */
const readBefore = new Map<string, { changedAt: number; size: number; offered: OfferedUpdate | null }>();

async function read(path: string): Promise<OfferedUpdate | null> {
  try {
    const document = signedDocumentSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    const text = Buffer.from(document.payload, 'base64url').toString('utf8');
    return { document, version: updateManifestSchema.parse(JSON.parse(text)).version };
  } catch {
    return null;
  }
}
