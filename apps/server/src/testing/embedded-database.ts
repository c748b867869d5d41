import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { onceInRun } from '@vestibule/testing/run-folder';

/**
 * Puts an embedded database with today's schema, and no rows, into a data folder. The product itself makes it, once per
 * test run: that is two seconds of work, most of it before the first table, and a copy is a twentieth of it.
 */
export async function placeMigratedDatabase(dataFolder: string): Promise<void> {
  const template = await onceInRun('embedded-migrated', async (folder) => {
    await (await openDatabase({ databaseUrl: undefined, dataFolder: folder })).close();
  });
  await cp(join(template, 'database'), join(dataFolder, 'database'), { recursive: true });
}
