import { SIGNED_DOCUMENT_BYTES, signedDocumentSchema } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { readJsonFile } from '../frame/files.ts';
import { counted, timeText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';

export function addLifecycleCommands(program: Command): void {
  const lifecycle = program
    .command('lifecycle')
    .description('until when each release of a system is supported: what is known, how old it is, newer data');
  const show = lifecycle
    .command('show', { isDefault: true })
    .description('which data judges, where it comes from, and when it is too old')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminLifecycle');
        output.answer(found, () => {
          const { version, asOf, ageDays, tooOldFrom, source, takenAt, takenFrom, systems, releases, keys } = found;
          output.facts([
            ['Data', `version ${version} of ${asOf}, ${counted(ageDays, 'day', 'days')} old`],
            ['Too old from', tooOldFrom],
            ['From', source === 'built-in' ? 'the server itself' : `${takenFrom ?? ''}, ${timeText(takenAt)} UTC`],
            ['Holds', `${releases} releases of ${systems} systems`],
            ['Signed by', keys.length === 0 ? 'no key is set, so that no newer data is taken' : keys.join(', ')],
            ['Asked daily', found.address ?? 'no address'],
          ]);
          if (found.warnings.length > 0) output.line();
          output.notes(found.warnings);
        });
      }),
    );
  examples(show, ['lifecycle show', 'lifecycle show --json']);
  const update = changing(lifecycle.command('update [file]'))
    .description('take newer data, for every company: signed by a key that is set, and never older')
    .action((file: string | undefined, _options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const body = file === undefined ? {} : { file: await readSignedFile(file) };
        const updated = await ask('adminUpdateLifecycle', { body });
        output.answer(updated, () => {
          output.outcomeText(
            updated,
            `Version ${updated.version} of ${updated.asOf} judges from now on, on every server.`,
          );
        });
      }),
    );
  examples(update, [
    'lifecycle update lifecycle.json --dry-run',
    'lifecycle update lifecycle.json',
    'lifecycle update',
  ]).addHelpText(
    'after',
    `
Without a file the address that is set is asked (VESTIBULE_LIFECYCLE_URL), as
the server does by itself once a day. --dry-run names the releases that end on
another day, and counts the computers that are stopped then.

The file is signed where your update keys are, with npm run lifecycle. The
server knows their public halves: VESTIBULE_LIFECYCLE_KEYS. What your company
says of a release itself stands in its policy, under releases of OSSupported,
and comes first: docs/administration.md.`,
  );
}

async function readSignedFile(file: string) {
  const read = signedDocumentSchema.safeParse(await readJsonFile(file, SIGNED_DOCUMENT_BYTES));
  if (read.success) return read.data;
  throw misuse(`${file} is not whole, or no signed data on ends of support. Such a file is made by: npm run lifecycle`);
}
