import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { createBackup } from '../../operations/backup/create-backup.ts';
import type { BackupOutcome } from '../../operations/backup/outcome.ts';
import { NEXT_FOR_MASTER_KEY, sayMasterKey } from '../../operations/crypto/watch-master-key.ts';
import { sayError } from '../../operations/log/describe-error.ts';
import { isRefusal, type Installation, type Refusal, refuse } from '../../context/server-context.ts';
import { type ActingOnInstallation, additions, auditAdministrator, carryOut } from '../audit/acting.ts';

type Answer = z.infer<(typeof ADMIN_CALLS)['adminBackup']['answers'][200]>;

/** What came of the backups of this run of the server, by their ids. */
const backupsOf = new WeakMap<Installation, Map<string, Answer>>();

function backups(installation: Installation): Map<string, Answer> {
  const known = backupsOf.get(installation) ?? new Map<string, Answer>();
  backupsOf.set(installation, known);
  return known;
}

/**
 * Begins a backup and does not wait for it. The server chooses the name, in its own data folder: no one who calls says
 * where it writes.
 */
export async function startBackup(
  acting: ActingOnInstallation,
  wanted: { readonly passphrase: string; readonly withEvidence: boolean },
): Promise<(Outcome & { backupId: string | null; file: string }) | Refusal<'in_use'>> {
  const { installation, isDryRun } = acting;
  const known = backups(installation);
  if ([...known.values()].some(({ state }) => state === 'running')) {
    return refuse('in_use', 'Another backup is being made. Wait until it is done.');
  }
  const id = randomUUID();
  const moment = installation.now().toISOString().slice(0, 16).replaceAll(/[-:]/g, '');
  const folder = join(installation.config.dataFolder, 'backups');
  const file = join(folder, `vestibule-${moment}-${id.slice(0, 8)}.backup`);
  const { withEvidence } = wanted;
  if (!isDryRun) known.set(id, { state: 'running', progress: null });
  const begun = await carryOut(
    acting,
    { action: 'backup', target: file, changes: additions({ file, withEvidence }), details: { step: 'begun' } },
    async () => null,
  );
  if (isRefusal(begun)) return begun;
  if (isDryRun) return { ...begun, backupId: null, file };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  void make(acting, id, file, wanted);
  return { ...begun, backupId: id, file };
}

/** How far a backup is, or what came of it. */
export function describeBackup(installation: Installation, id: string): Answer | Refusal<'not_found'> {
  return backups(installation).get(id) ?? refuse('not_found', 'This server has begun no such backup since it started.');
}

async function make(
  acting: ActingOnInstallation,
  id: string,
  file: string,
  { passphrase, withEvidence }: { readonly passphrase: string; readonly withEvidence: boolean },
): Promise<void> {
  const { installation } = acting;
  const { config, database, evidence, now } = installation;
  const known = backups(installation);
  const wrong = sayMasterKey(await installation.masterKeyFile.look(), installation.masterKeyFile.path);
  if (wrong !== null) {
    // The file goes into the backup, and with another key no one would read a secret of it.
    const message = `${wrong} A backup without it would be of no use. ${NEXT_FOR_MASTER_KEY}`;
    await auditEnd(acting, file, { ok: false, code: 'master_key_missing', message });
    return void known.set(id, { state: 'failed', code: 'master_key_missing', message });
  }
  try {
    const outcome = await createBackup(
      {
        database,
        dataFolder: config.dataFolder,
        policyFile: config.policyFile,
        evidence: withEvidence ? evidence : null,
        passphrase,
        ...(installation.backupWorkFactor === undefined ? {} : { workFactor: installation.backupWorkFactor }),
        now,
        onProgress: (progress) => void known.set(id, { state: 'running', progress }),
      },
      file,
    );
    await auditEnd(acting, file, outcome);
    known.set(id, describe(outcome));
  } catch (error) {
    // No one waits for this promise: what broke has to be found by the one who asks how the backup stands.
    known.set(id, { state: 'failed', code: 'server_error', message: `The server broke off: ${sayError(error)}` });
  }
}

async function auditEnd(acting: ActingOnInstallation, file: string, outcome: BackupOutcome): Promise<void> {
  const details = outcome.ok
    ? { step: 'done', rows: outcome.rows, evidence: outcome.evidence }
    : { step: 'failed', code: outcome.code };
  await auditAdministrator(acting, {
    action: 'backup',
    outcome: outcome.ok ? 'done' : 'refused',
    target: file,
    details,
  });
}

function describe(outcome: BackupOutcome): Answer {
  if (!outcome.ok) return { state: 'failed', code: outcome.code, message: outcome.message };
  const { createdAt, tables, rows, evidence, files } = outcome;
  return { state: 'done', createdAt: createdAt.toISOString(), tables, rows, evidence, files: [...files] };
}
