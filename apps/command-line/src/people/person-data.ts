import { commandLine } from '@vestibule/contracts';
import type { Command } from 'commander';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../frame/accept-no-administrator.ts';
import { misuse } from '../frame/failure.ts';
import { writePrivateFile } from '../frame/files.ts';
import { findPersonId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';
import { addImportCommand } from './person-import.ts';

export function addPersonDataCommands(person: Command): void {
  addImportCommand(person);
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
          const look = commandLine({ command: ['person', 'erase'], names: [login], options: ['--dry-run'] });
          throw misuse(`This cannot be taken back. Look first: ${look}. Then: --yes`);
        }
        const personId = await findPersonId(session, login);
        const query = { confirm: login, ...acceptedQuery(options) };
        const erased = await ask('adminErasePerson', { parameters: { personId }, query });
        output.outcome(erased, `${login} is erased. Where a name is needed, it is ${erased.pseudonym}.`);
      }),
    );
  examples(erase, ['person erase tomas --dry-run', 'person erase tomas --yes']);
}
