import { changing, type Command, examples, findProvider, run } from '@vestibule/command-line';

export function addProviderCommands(program: Command): void {
  const provider = program
    .command('provider')
    .description('managed-service providers, whose people may run several companies; at the server only');
  provider
    .command('list', { isDefault: true })
    .description('the providers and their companies')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminProviders');
        output.answer(found, () =>
          output.table(
            found.providers,
            [
              { heading: 'NAME', cell: ({ name }) => name, isFlexible: true },
              { heading: 'COMPANIES', cell: ({ companies }) => companies.join(', ') || '-', isFlexible: true },
            ],
            'There is no managed-service provider.',
          ),
        );
      }),
    );
  const create = changing(provider.command('create <name>'))
    .description('add a provider')
    .action((name: string, _options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        output.outcome(await ask('adminCreateProvider', { body: { name } }), `The provider ${name} is there.`);
      }),
    );
  examples(create, [
    'provider create "Harbour IT"',
    'company set --company alderbrook --provider "Harbour IT"',
    'person role ilse administrator --all-companies --company alderbrook',
  ]);
  changing(provider.command('remove <name>'))
    .description('remove a provider that has no company')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { id: providerId } = await findProvider(session, name);
        const outcome = await session.ask('adminRemoveProvider', { parameters: { providerId } });
        session.output.outcome(outcome, `The provider ${name} is gone.`);
      }),
    );
}
