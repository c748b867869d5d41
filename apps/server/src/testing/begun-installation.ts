import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { onceInRun } from '@vestibule/testing/run-folder';
import { type DatabasePlace, openDatabase } from '../database/open.ts';
import { openMasterKey } from '../operations/crypto/master-key.ts';
import { createLocalEventBus } from '../operations/events/event-bus.ts';
import { createUnwritten } from '../operations/log/unwritten.ts';
import { NO_METRICS } from '../operations/metrics/metrics.ts';
import { createInstallation } from '../operations/set-up/create-installation.ts';
import { openEvidenceStore } from '../operations/storage/open-evidence-store.ts';
import { createOidcProvider } from '../protocols/oidc/provider.ts';
import { findCompanies } from '../repositories/companies.ts';
import { seedDemo } from '../trial/demo/seed.ts';
import { placeMigratedDatabase } from './embedded-database.ts';
import { isPostgresHere, makeTemplate, type PostgresServer, startPostgres } from './postgres.ts';
import { testConfig } from './test-config.ts';

const MASTER_KEY = 'master.key';

/**
 * A database of the run's PostgreSQL in which the trial has begun, and its master key in the data folder: all there is of a
 * first start, but for what the server does at each. The product itself makes both once in a run; to hash the people's
 * passwords and to make the keys of gate and company takes twice as long as to start with them.
 * @returns null where PostgreSQL is not installed; nothing lies in the folder then
 */
export async function startBegunPostgres(dataFolder: string): Promise<PostgresServer | null> {
  if (!(await isPostgresHere())) return null;
  const made = await onceInRun('begun', (folder) =>
    makeTemplate('begun', (databaseUrl) => begin({ databaseUrl, dataFolder: folder })),
  );
  await copyFile(join(made, MASTER_KEY), join(dataFolder, MASTER_KEY));
  return startPostgres('begun');
}

/** The same in the embedded database of a data folder. */
export async function placeBegunDatabase(dataFolder: string): Promise<void> {
  const made = await onceInRun('embedded-begun', async (folder) => {
    await placeMigratedDatabase(folder);
    await begin({ databaseUrl: undefined, dataFolder: folder });
  });
  for (const name of ['database', MASTER_KEY]) await cp(join(made, name), join(dataFolder, name), { recursive: true });
}

async function begin(place: DatabasePlace): Promise<void> {
  const opened = await openDatabase(place);
  try {
    const { database } = opened;
    // Each start writes its own addresses over these.
    const config = testConfig({ ...place, port: 0, publicUrl: 'http://localhost' });
    const now = () => new Date();
    await seedDemo(database, config, now());
    const installation = await createInstallation(
      {
        config,
        database,
        now,
        ...(await openMasterKey(place.dataFolder)),
        events: createLocalEventBus(),
        evidence: openEvidenceStore({ ...config, now }),
        unwritten: createUnwritten({ error: () => undefined, info: () => undefined }, now),
        metrics: NO_METRICS,
      },
      () => performance.now(),
    );
    for (const { company } of await findCompanies(database)) {
      const context = await installation.companies.byId(company.id);
      if (context !== null) await createOidcProvider(context, null);
    }
  } finally {
    await opened.close();
  }
}
