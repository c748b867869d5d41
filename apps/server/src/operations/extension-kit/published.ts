import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where browsers fetch the extension; the policies name these addresses. */
export const EXTENSION_PATH = '/downloads/extension';

/** What is handed out there, to anybody, and nothing else: the extension holds no secret. */
export const PUBLISHED_FILES = Object.freeze({
  'updates.xml': 'application/xml',
  'workplace.crx': 'application/x-chrome-extension',
  'workplace.xpi': 'application/x-xpinstall',
});
export type PublishedFile = keyof typeof PUBLISHED_FILES;

export function publishedFolder(dataFolder: string): string {
  return join(dataFolder, 'extension', 'published');
}

export function signingKeyPath(dataFolder: string): string {
  return join(dataFolder, 'extension', 'signing-key.pem');
}

/** What was published last: `npm run package` reads the ids there. */
export function recordPath(dataFolder: string): string {
  return join(dataFolder, 'extension', 'extension.json');
}

/**
 * By their paths in the data folder: what the extension goes on with elsewhere under the same id and with a higher version,
 * for the same portals. The record comes before what it describes, since `publish` writes it last.
 */
export const EXTENSION_FILES = Object.freeze([
  'extension/signing-key.pem',
  'extension/extension.json',
  'extension/published/updates.xml',
  'extension/published/workplace.crx',
  'extension/published/workplace.xpi',
] as const);

/** The address that browsers fetch the published package from. @returns null where nothing is published */
export async function publishedOrigin(dataFolder: string): Promise<string | null> {
  const content = await readFile(join(publishedFolder(dataFolder), 'updates.xml'), 'utf8').catch(() => '');
  const codebase = /codebase=['"]([^'"]+)['"]/.exec(content)?.[1];
  return codebase !== undefined && URL.canParse(codebase) ? new URL(codebase).origin : null;
}
