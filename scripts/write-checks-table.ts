import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectCells, renderChecks } from '../tools/checks-table/render.ts';

/** Writes docs/checks.md from the checks themselves; a test compares the two. */
const root = join(import.meta.dirname, '..');
await writeFile(join(root, 'docs/checks.md'), renderChecks(collectCells(root)));
process.stdout.write('Wrote docs/checks.md.\n');
