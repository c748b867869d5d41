import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseComplaint } from '../backup/outcome.ts';
import { readConfigurationFile } from '../config/configuration-file.ts';
import { readAppliedMigrations } from '../../database/migrations.ts';
import { connectDatabase, type DatabasePlace } from '../../database/open.ts';
import { findLeaving, isOfTrial } from './leave-trial.ts';
import { type Company, findCompanies } from '../../repositories/companies.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';

/** What a database holds. */
export interface Held {
  /** The oldest first; none where nothing is set up. */
  readonly companies: readonly Company[];
  readonly isOfTrial: boolean;
  /** Logins of those who could not sign in any more if the trial's data was gone on with. */
  readonly leaving: readonly string[];
}

const NOTHING: Held = { companies: [], isOfTrial: false, leaving: [] };

/**
 * Looks into a database, and changes nothing: a folder without one gets none.
 * @param namesLeaving who leaves is looked for as well, which takes a while
 * @throws FolderInUseError, or what the database throws
 */
export async function lookInto(place: DatabasePlace, namesLeaving = false): Promise<Held> {
  if (place.databaseUrl === undefined && !existsSync(join(place.dataFolder, 'database'))) return NOTHING;
  const opened = await connectDatabase(place);
  try {
    const { database } = opened;
    if ((await readAppliedMigrations(database)).length === 0) return NOTHING;
    const companies = (await findCompanies(database)).map(({ company }) => company);
    const isTrial = await isOfTrial(database);
    const [company] = companies;
    const leaving = namesLeaving && isTrial && company !== undefined ? await findLeaving(database, company.id) : [];
    return { companies, isOfTrial: isTrial, leaving: leaving.map(({ login }) => login) };
  } finally {
    await opened.close();
  }
}

/** Where a database is, in words, and never with its password. */
export function nameOfDatabase(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url === null ? 'whose address cannot be read' : `${url.host}${url.pathname}`;
}

/**
 * Looks into the databases that a data folder has besides the one that was named: what is set up in one of them would lose
 * its vestibule.json to a second installation.
 * @returns why the folder has to be left alone, or null
 * @throws FolderInUseError, or what the embedded database throws
 */
export async function lookBeside(place: DatabasePlace): Promise<Refusal<'already_there' | 'not_possible'> | null> {
  const { dataFolder, databaseUrl } = place;
  const read = await readConfigurationFile(dataFolder);
  if (!read.ok) return refuse('not_possible', read.problems.join('\n'));
  const noted = read.file?.databaseUrl;
  if (noted !== undefined && noted !== databaseUrl) {
    const refusal = await lookIntoNoted(dataFolder, noted);
    if (refusal !== null) return refusal;
  }
  if (databaseUrl === undefined) return null;
  return whyLeft(dataFolder, 'its embedded database', await lookInto({ dataFolder, databaseUrl: undefined }));
}

async function lookIntoNoted(
  dataFolder: string,
  databaseUrl: string,
): Promise<Refusal<'already_there' | 'not_possible'> | null> {
  const name = `the database ${nameOfDatabase(databaseUrl)}`;
  try {
    return whyLeft(dataFolder, name, await lookInto({ dataFolder, databaseUrl }));
  } catch (error) {
    const complaint = URL.canParse(databaseUrl) ? databaseComplaint(error) : 'it is no address';
    if (complaint === null) throw error;
    return refuse(
      'not_possible',
      `vestibule.json in the data folder ${dataFolder} names ${name}, which cannot be opened: ${complaint}. Nothing was changed, since an installation may be there. If it has another address now: --change --database-file FILE. For another installation: --data FOLDER.`,
    );
  }
}

function whyLeft(dataFolder: string, where: string, { companies, isOfTrial: isTrial }: Held) {
  const [company] = companies;
  if (company === undefined) return null;
  return refuse(
    'already_there',
    isTrial
      ? `The data folder ${dataFolder} holds the trial's data, in ${where}. To go on with it: --from-trial, with no other database named; then make a backup, and restore it into PostgreSQL. To start over: --data FOLDER.`
      : `The data folder ${dataFolder} is set up already, for ${company.displayName}, in ${where}. To change its address, certificate or database: --change. For another installation: --data FOLDER.`,
  );
}
