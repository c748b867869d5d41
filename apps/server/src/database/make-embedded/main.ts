import { PGlite } from '@electric-sql/pglite';
import { EMBEDDED } from '../embedded-options.ts';

/** Makes an embedded database in an empty folder, as a process of its own: what that takes of memory ends with it. */
process.once('disconnect', () => process.exit(1));
const [folder = ''] = process.argv.slice(2);
const client = await PGlite.create(folder, EMBEDDED);
await client.close();
process.exit(0);
