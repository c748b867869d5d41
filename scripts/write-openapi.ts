import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeApi } from '../apps/server/src/http/frame/openapi.ts';

/** Writes docs/api/openapi.json from the contract table; a test compares the two. */
await writeFile(join(import.meta.dirname, '../docs/api/openapi.json'), `${JSON.stringify(describeApi(), null, 2)}\n`);
process.stdout.write('Wrote docs/api/openapi.json.\n');
