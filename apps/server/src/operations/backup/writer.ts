import { randomUUID } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { DEFAULT_WORK_FACTOR, encryptWithAge } from './age.ts';
import { packArchive } from './archive.ts';
import { BackupProblem, systemCode } from './outcome.ts';
import { whyPassphraseIsShort } from './passphrase.ts';
import { type BackupRecord, fileOfRecord } from './records.ts';

export interface WriterOptions {
  readonly now?: () => Date;
  readonly workFactor?: number;
}

export interface BackupWriter {
  write(record: BackupRecord): Promise<void>;
  /** Writes the last chunk and gives the file its name: only now is it there. */
  finish(): Promise<void>;
  /** Leaves nothing behind; after `finish` it does nothing. */
  abandon(): Promise<void>;
}

/**
 * Begins a backup file, under a name of its own until it is whole: a tar archive, packed by gzip and encrypted by age with
 * the passphrase. No one but its owner can read it.
 * @param workFactor what each try of the passphrase costs, as a power of two
 * @throws BackupProblem `passphrase_too_short`, `output_exists` or `output_failed`
 */
export async function beginBackup(
  outputFile: string,
  passphrase: string,
  { now = () => new Date(), workFactor = DEFAULT_WORK_FACTOR }: WriterOptions = {},
): Promise<BackupWriter> {
  const weak = whyPassphraseIsShort(passphrase);
  if (weak !== null) throw new BackupProblem('passphrase_too_short', weak);
  await refuseExisting(outputFile);
  const archive = packArchive();
  const sealed = await encryptWithAge(archive.bytes, passphrase, workFactor);
  const draft = `${outputFile}.${randomUUID()}.part`;
  const file = await explain(outputFile, () => open(draft, 'wx', 0o600));
  const isWritten = sealed.pipeTo(new WritableStream({ write: (bytes) => file.appendFile(bytes) }));
  isWritten.catch(() => undefined);
  const at = now();
  let isDone = false;
  return {
    write: (record) =>
      explain(outputFile, async () => {
        try {
          await archive.add(fileOfRecord(record), at);
        } catch (error) {
          // What ended the file says more than that the archive ended.
          await isWritten;
          throw error;
        }
      }),
    finish: () =>
      explain(outputFile, async () => {
        archive.end();
        await isWritten;
        await file.sync();
        await file.close();
        await refuseExisting(outputFile);
        await rename(draft, outputFile);
        isDone = true;
      }),
    abandon: async () => {
      if (isDone) return;
      archive.abandon();
      await isWritten.catch(() => undefined);
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function refuseExisting(outputFile: string): Promise<void> {
  const isThere = await access(outputFile).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new BackupProblem(
    'output_exists',
    `${outputFile} exists already. Choose another name, or move that file away.`,
  );
}

async function explain<Result>(outputFile: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    const advice =
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'There is no room left. Make room, or choose another place.'
        : `Its folder cannot be written (${code}). Choose another place.`;
    throw new BackupProblem('output_failed', `The backup ${outputFile} could not be written. ${advice}`);
  }
}
