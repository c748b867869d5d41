import type { Command } from 'commander';
import { dayText } from '../frame/output.ts';
import { findKeyId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';

const STATES = {
  active: 'signs',
  published: 'published',
  retired: 'retired',
} as const;

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('the keys that sign assertions for work applications');
  key
    .command('list', { isDefault: true })
    .description('the keys, the oldest first; --json has the whole thumbprints (SHA-256)')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminKeys');
        output.answer(found, () =>
          output.table(
            found.keys,
            [
              { heading: 'THUMBPRINT', cell: ({ thumbprint }) => `${thumbprint.slice(0, 16)}…` },
              { heading: 'STATE', cell: ({ state }) => STATES[state] },
              { heading: 'SINCE', cell: ({ createdAt }) => dayText(createdAt) },
              { heading: 'GOOD UNTIL', cell: ({ expiresAt }) => dayText(expiresAt) },
            ],
            'There is no key.',
          ),
        );
      }),
    );
  const add = changing(key.command('add'))
    .description('make the next key and publish it; it does not sign yet')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const added = await ask('adminAddKey');
        output.outcome(added, `The key ${added.thumbprint?.slice(0, 16) ?? ''}… is published.`);
      }),
    );
  examples(add, ['key add', 'key list', 'key activate 9c41d7', 'key retire 27ab30']).addHelpText(
    'after',
    `
To change the key without anybody being locked out:
  1. key add        applications find the new key in the metadata
  2. wait           a day, or until each of them was given the metadata again
  3. key activate   the new key signs, the old one stays published
  4. key retire     the old one, once nothing it signed is still in use`,
  );
  changing(key.command('activate <thumbprint>'))
    .description('let a published key sign from now on; the beginning of its thumbprint is enough')
    .option('--early', 'also within a day: every application was given the new metadata')
    .action((text: string, { early }: { readonly early?: true }, command: Command) =>
      run(command, async (session) => {
        const parameters = { keyId: await findKeyId(session, text) };
        const query = early === true ? { isEarly: 'true' as const } : {};
        session.output.outcome(
          await session.ask('adminActivateKey', { parameters, query }),
          'The key signs from now on.',
        );
      }),
    );
  changing(key.command('retire <thumbprint>'))
    .description('publish a key no longer')
    .action((text: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const parameters = { keyId: await findKeyId(session, text) };
        session.output.outcome(await session.ask('adminRetireKey', { parameters }), 'The key is retired.');
      }),
    );
}
