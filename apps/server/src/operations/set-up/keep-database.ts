import { type ConfigurationFile, readConfigurationFile, writeConfigurationFile } from '../config/configuration-file.ts';
import type { Config } from '../config/config.ts';
import { connectDatabase } from '../../database/open.ts';
import { findCompanies } from '../../repositories/companies.ts';

/**
 * Notes in the configuration file of the data folder which PostgreSQL belongs to it, so that a server that is started
 * there opens this one. Where there is no file, it begins with the address of the first company.
 * @returns whether the file names the database now
 */
export async function keepDatabase({ dataFolder, databaseUrl }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return false;
  const before = await readConfigurationFile(dataFolder);
  if (!before.ok) return false;
  if (before.file?.databaseUrl === databaseUrl) return true;
  const base = before.file ?? (await beginFile({ dataFolder, databaseUrl }));
  if (base === null) return false;
  await writeConfigurationFile(dataFolder, { ...base, databaseUrl });
  return true;
}

async function beginFile(place: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<ConfigurationFile | null> {
  const opened = await connectDatabase(place);
  try {
    const [first] = await findCompanies(opened.database);
    return first === undefined ? null : { version: 1, publicUrl: first.company.publicUrl };
  } finally {
    await opened.close();
  }
}
