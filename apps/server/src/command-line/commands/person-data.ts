import type { Command } from 'commander';
import { acceptingBlocking, type AcceptingOptions, readAccepted } from '../accept-blocking.ts';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../accept-no-administrator.ts';
import { changeLines } from '../change-lines.ts';
import { misuse } from '../failure.ts';
import { readTextFile, writePrivateFile } from '../files.ts';
import { findPersonId } from '../resolve.ts';
import { changing, examples, run } from '../run.ts';
import { mailing, mailLanguageOf, type MailingOptions } from './mailing.ts';

export function addPersonDataCommands(person: Command): void {
  const load = acceptingBlocking(mailing(changing(person.command('import <file>'))))
    .description('add and change people from CSV, all of them or none; - reads standard input')
    .option('--invite', 'make a link for everybody who is new')
    .action(
      (file: string, options: { readonly invite?: boolean } & AcceptingOptions & MailingOptions, command: Command) =>
        run(command, async ({ ask, output }) => {
          const language = mailLanguageOf(options);
          const csv = await readTextFile(file, 'Excel calls that "CSV UTF-8"');
          const found = await ask('adminImportPeople', {
            body: {
              csv,
              isInviting: options.invite === true,
              isMailing: options.mail,
              language,
              acceptBlocking: readAccepted(options.acceptBlocking),
            },
          });
          output.answer(found, () => {
            const { added, changed, unchanged, people, warnings } = found;
            const counts = `${added} new, ${changed} changed, ${unchanged} as they were.`;
            output.say(found.isDryRun ? `Dry run, nothing was changed. It would be: ${counts}` : `Imported: ${counts}`);
            if (people.length > 0) {
              output.table(
                people,
                [
                  { heading: 'LINE', cell: ({ line }) => String(line) },
                  { heading: 'LOGIN', cell: ({ login }) => login, isFlexible: true },
                  {
                    heading: 'WHAT',
                    cell: ({ what, changes }) =>
                      what === 'added' ? 'new' : `changed, ${changes.flatMap(changeLines).join('; ')}`,
                    isFlexible: true,
                  },
                ],
                '',
              );
            }
            const links = people.filter(({ link }) => link !== null);
            if (links.length > 0) output.line();
            for (const { login, link, isMailed } of links)
              output.line(`${login}  ${link}${isMailed ? '  (mailed)' : ''}`);
            output.notes(warnings);
          });
        }),
    );
  examples(load, [
    'person import people.csv --dry-run',
    'person import people.csv --invite --json > links.json',
  ]).addHelpText(
    'after',
    `
The file:
  login,displayName,email,type,groups
  ilse,Ilse Brandt,ilse@alderbrook.example,employee,sales|europe

  type and groups may be left out. Comma, semicolon and tab all do. Nobody is
  removed or blocked by an import: whoever is not in the file stays as they are.`,
  );

  const save = person
    .command('export <login>')
    .description('everything that is kept about a person, as JSON')
    .option('--out <file>', 'write it to a new file that only you can read')
    .action((login: string, options: { readonly out?: string }, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const found = await ask('adminExportPerson', { parameters: { personId: await findPersonId(session, login) } });
        const text = `${JSON.stringify(found, null, 2)}\n`;
        if (options.out === undefined) return output.raw(text);
        await writePrivateFile(options.out, text);
        const counts = Object.entries(found.data).map(([name, rows]) => `${name} ${rows.length}`);
        output.answer({ file: options.out, rows: counts }, () =>
          output.say(`Written to ${options.out}: ${counts.join(', ')}. The audit log says that you took it.`),
        );
      }),
    );
  examples(save, ['person export nadia --out nadia.json']);

  const erase = changing(person.command('erase <login>'))
    .description('erase a person for good; audit entries stay under a pseudonym')
    .option('--yes', 'yes, for good')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((login: string, options: { readonly yes?: true } & AcceptOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output, isDryRun } = session;
        if (options.yes !== true && !isDryRun) {
          throw misuse(`This cannot be taken back. Look first: vestibule person erase ${login} --dry-run. Then: --yes`);
        }
        const personId = await findPersonId(session, login);
        const query = { confirm: login, ...acceptedQuery(options) };
        const erased = await ask('adminErasePerson', { parameters: { personId }, query });
        output.outcome(erased, `${login} is erased. Where somebody has to be named, it is ${erased.pseudonym}.`);
      }),
    );
  examples(erase, ['person erase tomas --dry-run', 'person erase tomas --yes']);
}
