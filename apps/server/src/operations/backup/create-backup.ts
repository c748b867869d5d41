import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { readAppliedMigrations } from '../../database/migrations.ts';
import { listTables } from '../../database/tables.ts';
import { evidencePrefix } from '../storage/evidence-key.ts';
import type { EvidenceStore } from '../storage/evidence-store.ts';
import { EXTENSION_FILES } from '../extension-kit/published.ts';
import {
  type BackupOutcome,
  BackupProblem,
  type BackupProgress,
  storeProblem,
  systemCode,
  toOutcome,
  databaseComplaint,
} from './outcome.ts';
import type { BackupRecord } from './records.ts';
import { dumpSequences, dumpTable, fixTextForms } from './table-rows.ts';
import { beginBackup } from './writer.ts';

/** So much evidence is fetched at once. */
const AT_ONCE = 8;

export interface BackupSource {
  readonly database: Database;
  /** Holds the master key, and the browser extension where one was made. */
  readonly dataFolder: string;
  /** Left out when null, or when there is no such file. */
  readonly policyFile: string | null;
  /** Null leaves the evidence out: for an object store that is backed up by itself. */
  readonly evidence: EvidenceStore | null;
  readonly passphrase: string;
  /** What one try of the passphrase costs, as a power of two; the file says it. */
  readonly workFactor?: number;
  readonly now: () => Date;
  readonly onProgress?: (progress: BackupProgress) => void;
}

type Write = (record: BackupRecord) => Promise<void>;

/**
 * Writes a backup while the server runs: every table as of one moment, the master key, the policy file, the browser
 * extension with its signing key, and the evidence, in one encrypted file that appears when it is whole. An embedded database answers no one else until its tables are
 * written.
 * @returns what the file holds; or why there is none: `passphrase_too_short`, `output_exists`, `output_failed`,
 * `input_failed`, `master_key_missing`, `store_failed`, `database_failed`
 */
export async function createBackup(source: BackupSource, outputFile: string): Promise<BackupOutcome> {
  return toOutcome(async () => {
    const createdAt = source.now();
    const writer = await beginBackup(outputFile, source.passphrase, {
      now: () => createdAt,
      ...(source.workFactor === undefined ? {} : { workFactor: source.workFactor }),
    });
    const write: Write = (record) => writer.write(record);
    try {
      const masterKey = await readMasterKey(source.dataFolder);
      const { tables, rows } = await writeTables(source, createdAt, write);
      const files = await writeFiles(source, masterKey, write);
      const evidence = source.evidence === null ? 0 : await writeEvidence(source.evidence, source, write);
      await write({ description: { type: 'end' }, body: Buffer.alloc(0) });
      await writer.finish();
      return { ok: true, createdAt, tables, rows, evidence, files };
    } catch (error) {
      const complaint = databaseComplaint(error);
      if (complaint === null) throw error;
      throw new BackupProblem('database_failed', `The database could not be read to its end: ${complaint}.`);
    } finally {
      await writer.abandon();
    }
  });
}

async function writeTables(
  { database, onProgress = () => undefined }: BackupSource,
  createdAt: Date,
  write: Write,
): Promise<{ readonly tables: number; readonly rows: number }> {
  const tables = listTables();
  let rows = 0;
  await database.transaction(
    async (transaction) => {
      await fixTextForms(transaction);
      const migrations = await readAppliedMigrations(transaction);
      const at = createdAt.toISOString();
      const description = { type: 'start', version: PRODUCT_VERSION, createdAt: at, migrations } as const;
      await write({ description, body: Buffer.alloc(0) });
      for (const table of tables) {
        rows += await dumpTable(transaction, table, write, (done) =>
          onProgress({ stage: 'tables', name: table.name, done }),
        );
        await dumpSequences(transaction, table, write);
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return { tables: tables.length, rows };
}

async function readMasterKey(dataFolder: string): Promise<Buffer> {
  const file = join(dataFolder, 'master.key');
  try {
    return await readFile(file);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw new BackupProblem(
      'master_key_missing',
      `The master key ${file} cannot be read (${code}). A backup without it would be of no use: check VESTIBULE_DATA.`,
    );
  }
}

async function writeFiles(
  { dataFolder, policyFile }: BackupSource,
  masterKey: Buffer,
  write: Write,
): Promise<string[]> {
  await write({ description: { type: 'file', name: 'master.key' }, body: masterKey });
  const names: string[] = ['master.key'];
  const policy = policyFile === null ? null : await readOptional(policyFile, 'The policy');
  if (policy !== null) {
    await write({ description: { type: 'file', name: 'policy.yaml' }, body: policy });
    names.push('policy.yaml');
  }
  for (const name of EXTENSION_FILES) {
    const body = await readOptional(join(dataFolder, name), 'A file of the browser extension,');
    if (body === null) continue;
    await write({ description: { type: 'file', name }, body });
    names.push(name);
  }
  return names;
}

/** @returns null where there is no such file */
async function readOptional(file: string, what: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    const code = systemCode(error);
    if (code === 'ENOENT') return null;
    if (code === null) throw error;
    throw new BackupProblem('input_failed', `${what} ${file} cannot be read (${code}). Check who owns it.`);
  });
}

async function writeEvidence(
  store: EvidenceStore,
  { onProgress = () => undefined }: BackupSource,
  write: Write,
): Promise<number> {
  let done = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<EvidenceStore['list']>> = await store.list(evidencePrefix('reports'), cursor);
    if (!page.ok) throw storeProblem(page);
    for (let at = 0; at < page.keys.length; at += AT_ONCE) {
      const keys = page.keys.slice(at, at + AT_ONCE);
      const pieces = await Promise.all(keys.map(async (key) => ({ key, answer: await store.get(key) })));
      for (const { key, answer } of pieces) {
        // Pruned since it was listed.
        if (!answer.ok && answer.code === 'not_found') continue;
        if (!answer.ok) throw storeProblem(answer);
        await write({ description: { type: 'evidence', key }, body: answer.bytes });
        done += 1;
        onProgress({ stage: 'evidence', name: '', done });
      }
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return done;
}
