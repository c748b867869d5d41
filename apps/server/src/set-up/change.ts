import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigurationFile, readConfigurationFile, writeConfigurationFile } from '../config/configuration-file.ts';
import type { Config } from '../config/config.ts';
import { connectDatabase, type Database, openDatabase } from '../database/open.ts';
import { readAppliedMigrations } from '../database/migrations.ts';
import { isOfTrial } from '../demo/leave-trial.ts';
import { findCompanies, setPublicUrl } from '../repositories/companies.ts';
import { audit } from '../services/audit.ts';
import { type Refusal, refuse } from '../services/server-context.ts';

export interface Changed {
  readonly from: string | null;
  readonly to: string;
  /** Whose address has moved; null: none. */
  readonly company: string | null;
}

/** The trial's passwords stand in its source: its data goes nowhere before they are taken away. */
async function whyNotChange(database: Database): Promise<Refusal<'not_possible'> | null> {
  return (await isOfTrial(database))
    ? refuse(
        'not_possible',
        'This is the data of the trial, whose passwords everybody knows. Set it up: --from-trial in place of --change.',
      )
    : null;
}

function nothingHere({ dataFolder, databaseUrl }: Config): Refusal<'not_found'> {
  const where =
    databaseUrl === undefined
      ? `${dataFolder} has no database. If yours is PostgreSQL, name it: --database-file FILE, or DATABASE_URL. If it is in another folder: --data FOLDER.`
      : 'The PostgreSQL that is named is empty: look whether it is yours.';
  return refuse('not_found', `Nothing is set up here yet. ${where} For a new installation, leave out --change.`);
}

/** Looks whether an installation could be changed, and changes nothing. @returns why not, or null */
export async function lookBeforeChange(config: Config): Promise<Refusal<'not_found' | 'not_possible'> | null> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, 'database'))) return nothingHere(config);
  const opened = await connectDatabase(config);
  try {
    const hasTables = (await readAppliedMigrations(opened.database)).length > 0;
    return hasTables ? await whyNotChange(opened.database) : nothingHere(config);
  } finally {
    await opened.close();
  }
}

/**
 * Changes the configuration of an installation that is set up. A company that had the old address gets the new one; the
 * file is written last, so that what breaks off is done by doing it again.
 * @param config as the server would read it with the new file
 */
export async function changeSetUp(
  config: Config,
  file: ConfigurationFile,
  now: () => Date,
): Promise<Changed | Refusal<'not_found' | 'not_possible'>> {
  const early = await lookBeforeChange(config);
  if (early !== null) return early;
  const opened = await openDatabase(config);
  try {
    const { database } = opened;
    const refusal = await whyNotChange(database);
    if (refusal !== null) return refusal;
    const companies = (await findCompanies(database)).map(({ company }) => company);
    const [first] = companies;
    if (first === undefined) return nothingHere(config);
    const before = await readConfigurationFile(config.dataFolder);
    const from = (before.ok ? before.file?.publicUrl : null) ?? first.publicUrl;
    const moving = companies.find(({ publicUrl }) => publicUrl === from) ?? null;
    const others = companies.filter((company) => company !== moving);
    const scheme = new URL(file.publicUrl).protocol;
    const stranger = others.find(({ publicUrl }) => publicUrl !== null && new URL(publicUrl).protocol !== scheme);
    if (stranger !== undefined) {
      return refuse(
        'not_possible',
        `${stranger.name} is at ${stranger.publicUrl}, and all companies have to be at ${scheme}//.`,
      );
    }
    const owner = others.find(({ publicUrl }) => publicUrl === file.publicUrl);
    if (owner !== undefined) return refuse('not_possible', `${file.publicUrl} is the address of ${owner.name}.`);
    const isMoved = moving !== null && moving.publicUrl !== file.publicUrl;
    if (isMoved) {
      await database.transaction(async (transaction) => {
        await setPublicUrl(transaction, moving.id, file.publicUrl);
        const changes = [{ field: 'publicUrl', from, to: file.publicUrl }];
        await audit(
          { database, now, company: moving },
          { address: 'set-up', correlationId: moving.id },
          {
            action: 'company',
            outcome: 'done',
            actor: 'local command line',
            target: moving.name,
            details: { changes },
          },
          transaction,
        );
      });
    }
    await writeConfigurationFile(config.dataFolder, file);
    return { from, to: file.publicUrl, company: isMoved ? moving.name : null };
  } finally {
    await opened.close();
  }
}
