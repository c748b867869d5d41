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
