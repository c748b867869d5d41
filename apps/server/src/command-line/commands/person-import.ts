import type { Command } from 'commander';
import { acceptingBlocking, type AcceptingOptions, readAccepted } from '../accept-blocking.ts';
import { changeLines } from '../change-lines.ts';
import type { CallAnswer } from '../client.ts';
import { readTextFile } from '../files.ts';
import type { Output } from '../output.ts';
import { changing, examples, run } from '../run.ts';
import { whileWaiting } from '../while-waiting.ts';
import { mailing, mailLanguageOf, type MailingOptions } from './mailing.ts';

interface ImportOptions extends AcceptingOptions, MailingOptions {
  readonly invite?: boolean;
}

export function addImportCommand(person: Command): void {
  const load = acceptingBlocking(mailing(changing(person.command('import <file>'))))
    .description('add and change people from CSV, all of them or none; - reads standard input')
    .option('--invite', 'make a link for everybody who is new, or was there and never signed up')
    .action((file: string, options: ImportOptions, command: Command) =>
      run(command, async ({ ask, output, isDryRun }) => {
        const language = mailLanguageOf(options);
        const csv = await readTextFile(file, 'Excel calls that "CSV UTF-8"');
        const isInviting = options.invite === true;
        const asked = ask('adminImportPeople', {
          body: {
            csv,
            isInviting,
            isMailing: options.mail,
            language,
            acceptBlocking: readAccepted(options.acceptBlocking),
          },
        });
        const found = await whileWaiting(
          output,
          { doing: isDryRun ? 'Looking' : 'Importing', whenLeft: whenLeft(isDryRun, isInviting) },
          asked,
        );
        output.answer(found, () => printImported(output, found));
      }),
    );
  examples(load, [
    'person import people.csv --dry-run',
    'person import people.csv --invite',
    'person import people.csv --invite --json > links.json',
  ]).addHelpText(
    'after',
    `
The file:
  login,displayName,email,type,groups
  ilse,Ilse Brandt,ilse@alderbrook.example,employee,sales|europe

  type and groups may be left out. Comma, semicolon and tab all do. Nobody is
  removed or blocked by an import: whoever is not in the file stays as they are.

Links are shown once. The same command once more makes new ones for whoever of
the file has not signed up by then; links from before are void.`,
  );
}

/** The server does not hear that somebody leaves. */
function whenLeft(isDryRun: boolean, isInviting: boolean): string {
  if (isDryRun) return 'You left. It was a dry run: nothing was changed.';
  const people = 'You left, and the server goes on: it imports the whole file, or nothing where something is wrong.';
  return isInviting
    ? `${people} The links it makes are shown to nobody. Run the same command once more: it makes new ones for whoever has not signed up by then.`
    : `${people} Look what became of it: the same command with --dry-run.`;
}

function printImported(output: Output, found: CallAnswer<'adminImportPeople'>): void {
  const { isDryRun, added, changed, unchanged, people, warnings } = found;
  const counts = `${added} new, ${changed} changed, ${unchanged} as they were.`;
  output.say(isDryRun ? `Dry run, nothing was changed. It would be: ${counts}` : `Imported: ${counts}`);
  if (people.length > 0) {
    output.table(
      people,
      [
        { heading: 'LINE', cell: ({ line }) => String(line) },
        { heading: 'LOGIN', cell: ({ login }) => login, isFlexible: true },
        { heading: 'WHAT', cell: whatText, isFlexible: true },
      ],
      '',
    );
  }
  const links = people.filter(({ link }) => link !== null);
  if (links.length > 0) output.line();
  for (const { login, link, isMailed } of links) output.line(`${login}  ${link}${isMailed ? '  (mailed)' : ''}`);
  output.notes(warnings);
}

function whatText({ what, changes }: CallAnswer<'adminImportPeople'>['people'][number]): string {
  switch (what) {
    case 'added':
      return 'new';
    case 'changed':
      return `changed, ${changes.flatMap(changeLines).join('; ')}`;
    case 'unchanged':
      return 'as they were, never signed up';
  }
}
