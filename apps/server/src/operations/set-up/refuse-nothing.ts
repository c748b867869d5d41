import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Config } from '../config/config.ts';
import { isSealedWith, loadMasterKey, type MasterKey } from '../crypto/master-key.ts';
import { migrate, readAppliedMigrations } from '../../database/migrations.ts';
import { connectDatabase, type Database, type OpenDatabase } from '../../database/open.ts';
import { serverKeys } from '../../database/schema.ts';
import { findCompanies } from '../../repositories/companies.ts';
import { nameOfDatabase } from './look-into.ts';

/** There is no installation where the server was told to look, or only half of one. */
export class NothingSetUpError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingSetUpError';
  }
}

type Place = Pick<Config, 'dataFolder' | 'databaseUrl'>;

/**
 * Opens the database of an installation that is set up, and brings its schema up to date. A misspelt folder, or a database
 * that no one named, would else become a second, empty installation next to the one that people work with. The master key has
 * to be there and the one of this database: no one reads a secret with another.
 * @throws NothingSetUpError where there is none; nothing is made then
 */
export async function openInstallation(place: Place): Promise<OpenDatabase> {
  if (place.databaseUrl === undefined && !existsSync(join(place.dataFolder, 'database'))) throw nothingIn(place);
  const opened = await connectDatabase(place);
  try {
    if ((await readAppliedMigrations(opened.database)).length === 0) throw nothingIn(place);
    await migrate(opened.database);
    if ((await findCompanies(opened.database)).length === 0) throw nothingIn(place);
    const masterKey = join(place.dataFolder, 'master.key');
    if (!existsSync(masterKey)) throw withoutMasterKey(masterKey);
    if (!(await isKeyOf(opened.database, await loadMasterKey(place.dataFolder))))
      throw strangeMasterKey(masterKey, place);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Whether a master key opens what every server seals at its first start; where nothing is sealed yet, any key does. */
async function isKeyOf(database: Database, masterKey: MasterKey): Promise<boolean> {
  const rows = await database
    .select()
    .from(serverKeys)
    .where(inArray(serverKeys.name, ['secret', 'grants']));
  return rows.length === 0 || rows.some(({ name, sealed }) => isSealedWith(masterKey, sealed, name));
}

function nothingIn({ dataFolder, databaseUrl }: Place): NothingSetUpError {
  const end = 'Nothing was started. For a new installation: vestibule setup --help. For the trial: npm start.';
  return new NothingSetUpError(
    databaseUrl === undefined
      ? `Nothing is set up in the data folder ${dataFolder}. If yours is another one, name it: VESTIBULE_DATA=FOLDER. If your database is PostgreSQL, name it: vestibule setup --change --database-file FILE, or DATABASE_URL. ${end}`
      : `Nothing is set up in the database ${nameOfDatabase(databaseUrl)}. If yours is another one, name it: DATABASE_URL, or databaseUrl in ${join(dataFolder, 'vestibule.json')}. To bring a backup back: vestibule restore --help. ${end}`,
  );
}

function withoutMasterKey(masterKey: string): NothingSetUpError {
  return new NothingSetUpError(
    `${masterKey} is missing; without it the secrets in the database can’t be read. Nothing was started. Name the data folder of this installation: VESTIBULE_DATA=FOLDER. Or copy master.key from there, as every server over one PostgreSQL needs the same; it is in every backup as well.`,
  );
}

function strangeMasterKey(masterKey: string, { dataFolder, databaseUrl }: Place): NothingSetUpError {
  const isEmbedded = databaseUrl === undefined;
  const name = isEmbedded ? join(dataFolder, 'database') : nameOfDatabase(databaseUrl);
  const others = isEmbedded
    ? ''
    : ` If the database is the wrong one, name yours: DATABASE_URL, or databaseUrl in ${join(dataFolder, 'vestibule.json')}.`;
  return new NothingSetUpError(
    `${masterKey} is not the master key of the database ${name}, whose secrets were sealed with another one. Nothing was started. Name the data folder of this installation: VESTIBULE_DATA=FOLDER. Or copy master.key from there, as every server over one PostgreSQL needs the same; it is in every backup as well.${others}`,
  );
}
