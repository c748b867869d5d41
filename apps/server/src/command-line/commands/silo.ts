import { changing, type Command, examples, misuse, run } from '@vestibule/command-line';

interface SiloOptions {
  readonly endpoint?: string[] | false;
  readonly region?: string[] | false;
  readonly download?: string;
}

export function addSiloCommands(program: Command): void {
  const silo = program
    .command('silo')
    .description('groups of addresses that answer the calls of computers; at the server only');
  silo
    .command('list', { isDefault: true })
    .description('the silos, their addresses and companies')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminSilos');
        output.answer(found, () =>
          output.table(
            found.silos,
            [
              { heading: 'ID', cell: ({ id }) => id },
              {
                heading: 'ENDPOINTS',
                cell: ({ endpoints }) => endpoints.map(({ url }) => url).join(' ') || '-',
                isFlexible: true,
              },
              { heading: 'REGIONS', cell: ({ regions }) => regions.join(', ') || '-', isFlexible: true },
              { heading: 'COMPANIES', cell: ({ companies }) => companies.join(', ') || '-', isFlexible: true },
            ],
            'There is no silo: every company’s own address answers its computers.',
          ),
        );
      }),
    );
  const set = changing(silo.command('set <id>'))
    .description('add a silo, or change what is named of it')
    .option('--endpoint <id=url...>', 'all further addresses, in the order in which they are tried')
    .option('--no-endpoint', 'it has no further address')
    .option('--region <name...>', 'where it stands')
    .option('--no-region', 'that is not said')
    .option('--download <url>', 'where clients are downloaded from; "" for the usual place')
    .action((siloId: string, options: SiloOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { silos } = await ask('adminSilos');
        const known = silos.find(({ id }) => id === siloId);
        const { endpoint = known?.endpoints, region = known?.regions, download } = options;
        const body = {
          endpoints: (endpoint || []).map((one) => (typeof one === 'string' ? readEndpoint(one) : one)),
          regions: region || [],
          clientDownloadBasePath: download === undefined ? (known?.clientDownloadBasePath ?? null) : download || null,
        };
        output.outcome(await ask('adminSetSilo', { parameters: { siloId }, body }), `The silo ${siloId} is written.`);
      }),
    );
  examples(set, [
    'silo set europe --endpoint second=https://devices2.example.com --region eu-central',
    'company set --company alderbrook --silo europe',
  ]);
  changing(silo.command('remove <id>'))
    .description('remove a silo that serves no company')
    .action((siloId: string, _options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        output.outcome(await ask('adminRemoveSilo', { parameters: { siloId } }), `The silo ${siloId} is gone.`);
      }),
    );
}

function readEndpoint(pair: string): { id: string; url: string } {
  const at = pair.indexOf('=');
  if (at < 1) throw misuse(`${pair} is no endpoint. Write it as ID=URL.`);
  return { id: pair.slice(0, at), url: pair.slice(at + 1) };
}
