import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Figure, summarise } from './statistics.ts';

const portal = join(import.meta.dirname, '../../dist/portal');

/** JavaScript loaded first by /device-check/: the entry and everything it imports at once. */
export async function measureFirstLoad(): Promise<Figure> {
  const page = await readFile(join(portal, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/device-check\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  if (files.length === 0) throw new Error('No script was found in dist/portal/index.html.');
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(portal, file))).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  return summarise('JavaScript loaded first by /device-check/, brotli', 'kB', 'at most 130', [total]);
}
