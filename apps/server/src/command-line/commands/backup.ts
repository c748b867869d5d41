import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  changing,
  type Command,
  CommandFailure,
  examples,
  EXIT_CODES,
  misuse,
  Option,
  type Output,
  outputOf,
  readSecretFile,
  run,
  type Run,
} from '@vestibule/command-line';
import type { BackupSummary } from '../../operations/backup/outcome.ts';
import { EXTENSION_FILES, signingKeyPath } from '../../operations/extension-kit/published.ts';
import { findPlaceFor, moveBackup } from './backup-file.ts';
import { progressText } from './backup-progress.ts';

/** Between two looks at how far the server is; each look leaves an audit entry, so they get rarer. */
const LOOK_AFTER_MS = { first: 100, most: 5000 } as const;

export interface BackupOptions {
  readonly data: string;
  readonly url?: string;
  readonly passphraseFile?: string;
  readonly evidence: boolean;
  readonly dryRun?: boolean;
  readonly keepSignIns?: boolean;
}

/** What needs the database and the crypto is loaded when it is called: every other command starts faster without. */
const offline = () => import('./backup-offline.ts');

export function addBackupCommands(program: Command): void {
  const backup = withPassphrase(changing(program.command('backup <place>')))
    .description('write everything the gate knows into one encrypted file: a new one, or one in a folder')
    .option('--no-evidence', 'leave out signed reports, for an object store that is backed up by itself')
    .action(async (place: string, options: BackupOptions, command: Command) => {
      const all = command.optsWithGlobals<BackupOptions>();
      const file = await findPlaceFor(place);
      const passphrase = await readPassphrase(all);
      const output = outputOf(command);
      const { evidence: withEvidence, dryRun: isDryRun = false } = options;
      if (isDryRun) return sayPlan(command, output, { ...all, file, passphrase, withEvidence });
      const online = await writeByServer(command, file, { passphrase, withEvidence });
      const summary =
        online ?? (await (await offline()).writeOffline({ ...all, file, passphrase, withEvidence }, output));
      const notes = noteOnKeyElsewhere(summary.files);
      output.answer({ file, ...summary, notes }, () => {
        output.say(`${file} is written.`);
        printSummary(output, summary);
        for (const note of notes) output.say(note);
        output.say(
          'Keep it and its passphrase apart from each other: together they open everything, and without the passphrase no one can read it.',
        );
      });
    });
  examples(backup, [
    'backup /backups --passphrase-file backup.passphrase --dry-run',
    'backup /backups --passphrase-file backup.passphrase',
    'backup monday.backup --passphrase-file - < backup.passphrase',
  ]).addHelpText(
    'after',
    `
While the server runs, it writes the backup itself and goes on working. Without
it, this reads the database in --data, or the one DATABASE_URL names.
Make a passphrase:  (umask 077; openssl rand -base64 24 > backup.passphrase)`,
  );

  const restore = withPassphrase(program.command('restore <file>'))
    .description('bring a backup back, into a data folder and a database that are empty')
    .option('--no-evidence', 'leave out the signed reports in it')
    .option('--keep-sign-ins', 'leave sign-ins, tokens and invitations good: for a move, right after the backup')
    .option('--dry-run', 'read the whole file, look whether it could be restored here, and change nothing')
    .action(async (file: string, options: BackupOptions, command: Command) => {
      const all = command.optsWithGlobals<BackupOptions>();
      const passphrase = await readPassphrase(all);
      const output = outputOf(command);
      const { dryRun: isDryRun = false, keepSignIns: keepsSignIns = false, evidence: withEvidence } = options;
      const hadFile = existsSync(join(resolve(all.data), 'vestibule.json'));
      const { isDatabaseKept, ...summary } = await (await offline()).restoreOffline(
        { ...all, file: resolve(file), passphrase, withEvidence, isDryRun, keepsSignIns },
        output,
      );
      const notes = [
        ...whatIsMissing(resolve(all.data), { hadFile, isDatabaseKept, isDryRun }),
        ...noteOnExtension(resolve(all.data), summary.files),
      ];
      output.answer({ isDryRun, endsSignIns: !keepsSignIns, ...summary, isDatabaseKept, notes }, () => {
        output.say(isDryRun ? 'Dry run, nothing was changed. This would be restored:' : 'Restored:');
        printSummary(output, summary);
        output.say(whatEnds(isDryRun, keepsSignIns));
        for (const note of notes) output.say(note);
        if (!isDryRun) output.say('Then start the server on this data folder.');
      });
    });
  examples(restore, [
    'restore monday.backup --data /srv/new --passphrase-file backup.passphrase --dry-run',
    'restore monday.backup --data /srv/new --passphrase-file backup.passphrase',
  ]).addHelpText(
    'after',
    `
Restores into --data, and with DATABASE_URL set into that PostgreSQL server, as
the server itself would read them. Nothing that is there is written over, and
where something fails on the way nothing stays behind.

Sign-ins, administrators' tokens and invitations end, since the backup does not
know which of them were ended after it was made. When you only move, right after
the backup, --keep-sign-ins leaves them good and no one notices.`,
  );
}

/** A backup holds what the gate knows, not where it stands. */
function whatIsMissing(
  dataFolder: string,
  { hadFile, isDatabaseKept, isDryRun }: Record<'hadFile' | 'isDatabaseKept' | 'isDryRun', boolean>,
): string[] {
  const path = join(dataFolder, 'vestibule.json');
  const kept = isDryRun
    ? `${path} would name the database from then on.`
    : `${path} names the database, so that the server opens it. A vestibule.json that you bring in its place has to name it as well.`;
  return [
    ...(isDatabaseKept ? [kept] : []),
    hadFile
      ? `Address, listening, certificate and database are those of ${path}: look whether they fit this computer.`
      : `${isDatabaseKept ? 'Listening, certificate, proxies, private networks and the address of lifecycle data' : 'Address, listening, certificate, proxies, private networks, the address of lifecycle data and the database'} are in no backup. Without them the server listens at 127.0.0.1:8080 alone: bring vestibule.json of the old data folder, or write one: vestibule setup --change --help`,
  ];
}

/** Browsers know the extension by the id that follows from its key; a server without the key makes backups without it. */
function noteOnExtension(dataFolder: string, files: readonly string[]): string[] {
  const path = signingKeyPath(dataFolder);
  if (files.includes(EXTENSION_FILES[0]) || existsSync(path)) return [];
  return [
    `This backup has no key that signs the browser extension. If there was one, put your copy of it at ${path}, with extension.json and published/ next to it, before anybody runs vestibule extension: it would make another id, which no browser knows.`,
  ];
}

/** Of several servers one has the key, and the others what was published. */
function noteOnKeyElsewhere(files: readonly string[]): string[] {
  const [key, ...published] = EXTENSION_FILES;
  if (files.includes(key) || !published.some((name) => files.includes(name))) return [];
  return [
    'The key that signs the browser extension is not in it, because this server has none: let the server that has it make the backups, or keep a copy of the folder extension there.',
  ];
}

/** What a backup would do, as far as that can be said without reading everything. */
async function sayPlan(
  command: Command,
  output: Output,
  wanted: Wanted & { readonly data: string; readonly file: string },
): Promise<void> {
  const { checkBackup } = await offline();
  await checkBackup(wanted, () => run(command, async ({ ask }) => void (await ask('adminStatus'))));
  const { file, withEvidence } = wanted;
  output.answer({ isDryRun: true, file, withEvidence }, () => {
    output.say('Dry run, nothing was written. This would be written:');
    output.line(`  ${file}`);
    output.say(
      withEvidence
        ? 'Every table, the master key, the policy file, the browser extension with its key, and the signed reports would be in it.'
        : 'Every table, the master key, the policy file and the browser extension with its key would be in it, without the signed reports.',
    );
  });
}

/** Said before it happens too: who restores in the middle of a working day should know. */
function whatEnds(isDryRun: boolean, keepsSignIns: boolean): string {
  if (keepsSignIns) return 'Sign-ins, tokens and invitations stay good, as they were when the backup was made.';
  return isDryRun
    ? 'Sign-ins, tokens and invitations would end: everybody would have to sign in again. --keep-sign-ins leaves them good.'
    : 'Sign-ins, tokens and invitations have ended: everybody signs in again.';
}

function withPassphrase(command: Command): Command {
  return command.addOption(
    new Option('--passphrase-file <file>', 'file that holds the passphrase; - reads it from standard input').env(
      'VESTIBULE_PASSPHRASE_FILE',
    ),
  );
}

async function readPassphrase({ url, passphraseFile }: BackupOptions): Promise<string> {
  if (url !== undefined) throw misuse('Backups are made and restored on the server itself: leave out --url.');
  if (passphraseFile === undefined) {
    throw misuse('Say where the passphrase is: --passphrase-file FILE. It encrypts the backup, which holds every key.');
  }
  return readSecretFile(passphraseFile, 'passphrase');
}

interface Wanted {
  readonly passphrase: string;
  readonly withEvidence: boolean;
}

/** @returns null when no server runs */
async function writeByServer(command: Command, file: string, wanted: Wanted): Promise<BackupSummary | null> {
  try {
    let summary: BackupSummary | null = null;
    await run(command, async (session) => {
      const begun = await session.ask('adminCreateBackup', { body: wanted });
      summary = await waitFor(session, begun.backupId ?? '');
      await moveBackup(begun.file, file);
    });
    return summary;
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === EXIT_CODES.unreachable) return null;
    throw error;
  }
}

async function waitFor({ ask, output }: Run, backupId: string): Promise<BackupSummary> {
  for (let wait: number = LOOK_AFTER_MS.first; ; wait = Math.min(wait * 2, LOOK_AFTER_MS.most)) {
    await sleep(wait);
    const seen = await ask('adminBackup', { parameters: { backupId } });
    switch (seen.state) {
      case 'running':
        if (seen.progress !== null) output.progress(progressText(seen.progress));
        break;
      case 'failed':
        throw new CommandFailure(
          seen.code === 'server_error' ? EXIT_CODES.serverError : EXIT_CODES.refused,
          seen.message,
          { code: seen.code },
        );
      case 'done': {
        const { state: _, createdAt, ...counts } = seen;
        return { ok: true, createdAt: new Date(createdAt), ...counts };
      }
      default:
        seen satisfies never;
    }
  }
}

function printSummary(output: Output, { createdAt, tables, rows, evidence, files }: BackupSummary): void {
  output.facts([
    ['  Made', `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['  Tables', `${tables}, with ${rows} rows`],
    ['  Evidence', `${evidence} signed reports`],
    ['  Files', files.join(', ')],
  ]);
}
