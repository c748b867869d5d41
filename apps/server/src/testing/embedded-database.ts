import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, openDatabase } from '../database/open.ts';
import { onceInRun } from './run-folder.ts';

/*
 * Embedded databases as the product itself makes them, once per test run. To make one takes two seconds of work, most of
 * it before the first table; to copy it a twentieth of that.
 */

/** Puts an embedded database without any table into a data folder. */
export async function placeEmptyDatabase(dataFolder: string): Promise<void> {
  const template = await onceInRun('embedded-empty', async (folder) => {
    await (await connectDatabase({ databaseUrl: undefined, dataFolder: folder })).close();
  });
  await copyDatabase(template, dataFolder);
}

/** Puts an embedded database with today's schema, and no rows, into a data folder. */
export async function placeMigratedDatabase(dataFolder: string): Promise<void> {
  const template = await onceInRun('embedded-migrated', async (folder) => {
    await placeEmptyDatabase(folder);
    await (await openDatabase({ databaseUrl: undefined, dataFolder: folder })).close();
  });
  await copyDatabase(template, dataFolder);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await cp(join(from, 'database'), join(to, 'database'), { recursive: true });
}
