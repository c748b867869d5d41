import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadMasterKey } from '../../crypto/master-key.ts';
import { type DatabasePlace, type OpenDatabase, openDatabase } from '../../../database/open.ts';
import type { Places } from '../../../database/testing/places.ts';
import { insertSampleRows } from '../../../database/testing/sample-rows.ts';
import { createEvidenceKey, type EvidenceKey } from '../../storage/evidence-key.ts';
import { createFolderStore } from '../../storage/folder-store.ts';
import type { BackupOutcome, BackupSummary } from '../outcome.ts';

export const PASSPHRASE = 'a passphrase of the test';
export const NOW = new Date('2026-11-21T08:00:00Z');
const PIECES = 20;
/** Hundreds of backups are opened: each is to take no time. */
const CHEAP = 4;

const opened: OpenDatabase[] = [];

/** Remembers a database, so that `closeAll` closes it. */
export function track(database: OpenDatabase): OpenDatabase {
  opened.push(database);
  return database;
}

export async function closeAll(): Promise<void> {
  for (const database of opened.splice(0)) await database.close();
}

/** An installation with rows in every table, a master key, a policy and 20 pieces of evidence. */
export async function makeInstallation(places: Places, options: { readonly seed: number; readonly rows: number }) {
  const place = await places.makeMigrated();
  const { database } = track(await openDatabase(place));
  await insertSampleRows(database, options);
  const masterKey = await loadMasterKey(place.dataFolder);
  const policyFile = join(place.dataFolder, 'policy.yaml');
  await writeFile(policyFile, 'version: 1\n# ü\n');
  const evidence = createFolderStore(join(place.dataFolder, 'evidence'));
  const pieces = new Map<EvidenceKey, Buffer>();
  for (let index = 0; index < PIECES; index += 1) {
    const key = createEvidenceKey('reports', { companyId: randomUUID(), id: randomUUID(), at: NOW });
    const bytes = randomBytes(index * 1000);
    await evidence.put(key, bytes);
    pieces.set(key, bytes);
  }
  const settings = { passphrase: PASSPHRASE, workFactor: CHEAP, now: () => NOW };
  return { ...place, database, masterKey, policyFile, evidence, pieces, ...settings };
}

/** Where no one has been yet: an empty data folder, and on a server an empty database. */
export async function emptyPlace(places: Places): Promise<DatabasePlace> {
  const place = await places.make();
  await rm(join(place.dataFolder, 'database'), { recursive: true, force: true });
  return place;
}

export async function emptyTarget(places: Places) {
  const place = await emptyPlace(places);
  const evidence = createFolderStore(join(place.dataFolder, 'evidence'));
  return { ...place, policyFile: null, evidence, passphrase: PASSPHRASE, keepsSignIns: true, now: () => NOW };
}

export function expectOk(outcome: BackupOutcome): BackupSummary {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}
