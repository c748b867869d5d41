import type { Command } from 'commander';
import { acceptingBlocking, type AcceptingOptions, readAccepted } from '../frame/accept-blocking.ts';
import { changeLines } from '../frame/change-lines.ts';
import type { CallAnswer } from '../frame/client.ts';
import { readTextFile } from '../frame/files.ts';
import type { Output } from '../frame/output.ts';
import { findUpstreamId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';
import { whileWaiting } from '../frame/while-waiting.ts';
import { mailing, mailLanguageOf, type MailingOptions } from './mailing.ts';

interface ImportOptions extends AcceptingOptions, MailingOptions {
  readonly invite?: boolean;
  readonly identityProvider?: string;
}

export function addImportCommand(person: Command): void {
  const load = acceptingBlocking(mailing(changing(person.command('import <file>'))))
    .description('add and change people from CSV, all of them or none; - reads standard input')
    .option('--invite', 'make a link for everybody who is new, or was there and never signed up')
    .option('--identity-provider <name>', 'whose the subjects of the file are, where there are several')
    .action((file: string, options: ImportOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output, isDryRun } = session;
        const { identityProvider } = options;
        const upstreamId = identityProvider === undefined ? undefined : await findUpstreamId(session, identityProvider);
        const language = mailLanguageOf(options);
        const csv = await readTextFile(file, 'Excel calls that "CSV UTF-8"');
        const isInviting = options.invite === true;
        const asked = ask('adminImportPeople', {
          body: {
            csv,
            isInviting,
            isMailing: options.mail,
            language,
            upstreamId,
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
  login,displayName,email,type,groups,subject
  ilse,Ilse Brandt,ilse@alderbrook.example,employee,sales|europe,00u1a2b3c4

  type, groups and subject may be left out. Comma, semicolon and tab all do.
  An import removes and blocks no one: people who are not in the file stay as
  they are.

  subject is how the company's own identity provider names the person (sub, or
  the NameID): with it they sign in there at once. It links accounts that were
  never used and have no role; others are linked by "vestibule person link".
  Without it, people are linked at their first sign-in by their e-mail address,
  where the provider says that it is verified and is set up for its domain
  (vestibule connect KIND --domain). The answer says who could not sign in.

Links are shown once. Run the same command again for new ones, for people of the
file who have not signed up by then; earlier links are void.`,
  );
}

/** The server does not hear that someone leaves. */
function whenLeft(isDryRun: boolean, isInviting: boolean): string {
  if (isDryRun) return 'You left. It was a dry run: nothing was changed.';
  const people = 'You left, and the server goes on: it imports the whole file, or nothing where something is wrong.';
  return isInviting
    ? `${people} The links it makes are shown to no one. Run the same command again: it makes new ones for people who have not signed up by then.`
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
