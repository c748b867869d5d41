import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigurationFile, writeConfigurationFile } from '../config/configuration-file.ts';
import type { Config } from '../config/config.ts';
import { migrate, readAppliedMigrations } from '../../database/migrations.ts';
import { connectDatabase, type Database } from '../../database/open.ts';
import { isOfTrial } from './leave-trial.ts';
import { type Company, findCompanies, setPublicUrl } from '../../repositories/companies.ts';
import { audit } from '../../subjects/audit/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type AddressChange, planAddress } from './plan-address.ts';
import { findRunningServers } from './running-servers.ts';

export interface Changed {
  readonly from: string | null;
  readonly to: string;
  /** Whose address has moved; null: none. */
  readonly company: string | null;
  /** Who was at that address already, in the database, while the file still said another; null: the file was not behind. */
  readonly followed: string | null;
}

export interface Asked {
  /** The address that the file said so far; null: there is no file. */
  readonly noted: string | null;
  /** The address that was said now; null: it stays. */
  readonly said: string | null;
  /** A company moves although servers run. */
  readonly isWhileServersRun: boolean;
  readonly isDryRun: boolean;
  readonly now: () => Date;
}

type Place = Pick<Config, 'dataFolder' | 'databaseUrl'>;
type Why = Refusal<'not_found' | 'not_possible'>;

/**
 * Changes the configuration of an installation that is set up. A company that had the old address gets the new one; the
 * address in the database is what holds, and a file that is behind follows it. The file is written last, so that what
 * breaks off is done by doing it again. A dry run changes nothing.
 * @param fileFor makes the file for the address that comes out; what it throws changes nothing
 * @throws FolderInUseError, or what the database throws
 */
export async function changeSetUp(
  place: Place,
  asked: Asked,
  fileFor: (publicUrl: string) => Promise<ConfigurationFile>,
): Promise<Changed | Why> {
  const { dataFolder, databaseUrl } = place;
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'database'))) return nothingHere(place);
  const opened = await connectDatabase(place);
  try {
    const { database } = opened;
    if ((await readAppliedMigrations(database)).length === 0) return nothingHere(place);
    if (await isOfTrial(database)) return ofTrial();
    const [first, ...others] = (await findCompanies(database)).map(({ company }) => company);
    if (first === undefined) return nothingHere(place);
    const plan = planAddress([first, ...others], asked);
    if (isRefusal(plan)) return plan;
    const refusal = plan.moving === null ? null : await whyNotMove(place, database, plan, asked);
    if (refusal !== null) return refusal;
    const file = await fileFor(plan.to);
    if (!asked.isDryRun) {
      if (plan.moving !== null) {
        await migrate(database);
        await move(database, plan.moving, plan, asked.now);
      }
      await writeConfigurationFile(dataFolder, file);
    }
    return {
      from: plan.from,
      to: plan.to,
      company: plan.moving?.name ?? null,
      followed: plan.followed?.displayName ?? null,
    };
  } finally {
    // What was written is there, and is said, also where it cannot be closed in good order.
    await opened.close().catch(() => undefined);
  }
}

/** The trial's passwords stand in its source: its data goes nowhere before they are taken away. */
function ofTrial(): Why {
  return refuse(
    'not_possible',
    'This is the data of the trial, whose passwords everybody knows. Set it up: --from-trial in place of --change.',
  );
}

function nothingHere({ dataFolder, databaseUrl }: Place): Why {
  const where =
    databaseUrl === undefined
      ? `${dataFolder} has no database. If yours is PostgreSQL, name it: --database-file FILE, or DATABASE_URL. If it is in another folder: --data FOLDER.`
      : 'The PostgreSQL that is named is empty: look whether it is yours.';
  return refuse('not_found', `Nothing is set up here yet. ${where} For a new installation, leave out --change.`);
}

/** An embedded database is locked while its server runs; on PostgreSQL the servers have to be looked for. */
async function whyNotMove(
  { databaseUrl }: Place,
  database: Database,
  { from, to }: AddressChange,
  { isWhileServersRun }: Asked,
): Promise<Why | null> {
  if (databaseUrl === undefined || isWhileServersRun) return null;
  const servers = await findRunningServers(database);
  if (servers.length === 0) return null;
  const [run, them] = servers.length === 1 ? ['1 server runs', 'it'] : [`${servers.length} servers run`, 'them'];
  const where = [...new Set(servers)].join(', ');
  return refuse(
    'not_possible',
    `${run} on this database (from ${where}), and everybody who opens ${from ?? 'the old address'} is locked out at once when it becomes ${to}, and at the new one perhaps as well until all servers are started again. Nothing was changed. Stop ${them} first, do this in the data folder of every server, then start again. To move all the same: --while-servers-run.`,
  );
}

function move(database: Database, moving: Company, { from, to }: AddressChange, now: () => Date): Promise<void> {
  return database.transaction(async (transaction) => {
    await setPublicUrl(transaction, moving.id, to);
    await audit(
      { database, now, company: moving },
      { address: 'set-up', correlationId: moving.id },
      {
        action: 'company',
        outcome: 'done',
        actor: { id: null, login: 'local command line' },
        target: moving.name,
        details: { changes: [{ field: 'publicUrl', from, to }] },
      },
      transaction,
    );
  });
}
