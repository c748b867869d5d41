import type { Command } from 'commander';
import { changing, examples, run } from '../frame/run.ts';

const MEBIBYTE = 1_048_576;

/** What is brought to computers: `vestibule packages`. */
export function addPackagesCommands(program: Command): void {
  const packages = program
    .command('packages')
    .description('what there is to bring to computers: packages of Workplace, and the browser extension');
  const list = packages
    .command('list')
    .description('packages of Workplace by system, the extension, and what is missing')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminPackages');
        output.answer(found, () => {
          output.table(
            found.packages,
            [
              { heading: 'SYSTEM', cell: ({ system }) => system },
              { heading: 'FILE', cell: ({ file }) => file, isFlexible: true },
              { heading: 'MIB', cell: ({ bytes }) => (bytes / MEBIBYTE).toFixed(1) },
            ],
            'There is no package of Workplace.',
          );
          output.line();
          output.say(
            found.extension === null
              ? 'The extension was not made yet: vestibule packages make-extension'
              : `The extension is version ${found.extension.version}.`,
          );
          output.notes(found.missing);
        });
      }),
    );
  examples(list, ['packages list', 'packages list --json']);

  const make = changing(packages.command('make-extension'))
    .description('make the browser extension for the pages of this gate; browsers update to it by themselves')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const made = await ask('adminMakeExtension');
        output.answer(made, () => output.outcomeText(made, 'The gate hands it out from now on.'));
      }),
    );
  examples(make, ['packages make-extension --dry-run', 'packages make-extension']);
}
