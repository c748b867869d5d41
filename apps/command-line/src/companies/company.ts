import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../frame/accept-no-administrator.ts';
import { misuse } from '../frame/failure.ts';
import { dayText } from '../frame/output.ts';
import { changing, examples, run } from '../frame/run.ts';
import { acceptingBlocking, type AcceptingOptions, readAccepted } from '../frame/accept-blocking.ts';
import { readSettings } from '../frame/settings-input.ts';
import { printSettings } from '../frame/print-settings.ts';

export function addCompanyCommands(program: Command): void {
  const company = program.command('company').description('companies, their names, settings and logos');

  company
    .command('list')
    .description('the companies within your reach')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminCompanies');
        output.answer(found, () =>
          output.table(
            found.companies,
            [
              { heading: 'NAME', cell: ({ name }) => name },
              { heading: 'ADDRESS', cell: ({ publicUrl }) => publicUrl, isFlexible: true },
              { heading: 'PROVIDER', cell: ({ provider }) => provider ?? '-', isFlexible: true },
              { heading: 'SILO', cell: ({ silo }) => silo ?? '-' },
              { heading: 'SINCE', cell: ({ createdAt }) => dayText(createdAt) },
            ],
            'There is no company yet. Add one: vestibule company create --help',
          ),
        );
      }),
    );

  const create = changing(company.command('create <name>'))
    .description('add a company; at the server only')
    .requiredOption('--display-name <text>', 'as people know it')
    .requiredOption('--address <url>', 'where its gate is reached, such as https://gate.example.com')
    .requiredOption('--domain <domain>', 'its domain, such as example.com')
    .option('--provider <name>', 'the managed-service provider that runs it')
    .option('--silo <id>', 'the silo that serves it')
    .action((name: string, options: CreateOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { displayName, address: publicUrl, domain: topLevelDomain, provider = null, silo = null } = options;
        const body = { name, displayName, publicUrl, topLevelDomain, provider, silo };
        output.outcome(await ask('adminCreateCompany', { body }), `The company ${name} is there.`);
      }),
    );
  examples(create, [
    'company create alderbrook --display-name Alderbrook --address https://gate.alderbrook.example --domain alderbrook.example',
  ]);

  company
    .command('show')
    .description('address, provider, silo, support block and logo of the company')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminCompany');
        output.answer(found, () => {
          const { support, logoUrl } = found;
          output.facts([
            ['Name', found.name],
            ['Display name', found.displayName],
            ['Address', found.publicUrl],
            ['Domain', found.topLevelDomain],
            ['Provider', found.provider ?? ''],
            ['Silo', found.silo ?? ''],
            ['Logo', logoUrl === null ? '' : logoUrl.startsWith('data:') ? 'a picture kept here' : logoUrl],
            ['Support phone', support.phone],
            ['Since', dayText(found.createdAt)],
          ]);
        });
      }),
    );

  const set = changing(company.command('set'))
    .description('change what the company is called; at the server also its address, provider and silo')
    .option('--display-name <text>', 'as people know it')
    .option('--domain <domain>', 'its domain')
    .option('--address <url>', 'where its gate is reached')
    .option('--provider <name>', 'the managed-service provider that runs it; "" for none')
    .option('--silo <id>', 'the silo that serves it; "" for none')
    .action((options: Partial<CreateOptions>, command: Command) =>
      run(command, async ({ ask, output }) => {
        const { displayName, address: publicUrl, domain: topLevelDomain, provider, silo } = options;
        const body = { displayName, publicUrl, topLevelDomain, provider: orNull(provider), silo: orNull(silo) };
        output.outcome(await ask('adminUpdateCompany', { body }), 'The company is changed.');
      }),
    );
  examples(set, ['company set --company alderbrook --display-name "Alderbrook & Sons"']);
  addSettingsCommands(company);
  addLogoCommand(company);
}

interface CreateOptions {
  readonly displayName: string;
  readonly address: string;
  readonly domain: string;
  readonly provider?: string;
  readonly silo?: string;
}

/** An empty text on the command line takes a value out; a missing one leaves it. */
export function orNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}

function addSettingsCommands(company: Command): void {
  const settings = company.command('settings').description('what the company has set, and what it can set');
  settings
    .command('show', { isDefault: true })
    .description('every setting as it holds; a star marks those that were set')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminSettings');
        output.answer(found, () => printSettings(output, found.settings, found.explicit));
      }),
    );
  const set = acceptingBlocking(changing(settings.command('set <name=value...>')))
    .description('set settings: values are JSON or texts, @FILE takes one from a file')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((pairs: string[], options: AcceptingOptions & AcceptOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const values = await readSettings(pairs, async () => (await ask('adminSettings')).settings);
        const body = { set: values, reset: [], acceptBlocking: readAccepted(options.acceptBlocking) };
        const query = acceptedQuery(options);
        output.outcome(await ask('adminSetSettings', { body, query }), 'The settings are changed.');
      }),
    );
  examples(set, [
    'company settings set productName=Workplace secondFactor=required',
    'company settings set temporaryAccess.maximumHours=12',
    'company settings set eula=@licence.html --dry-run',
    'company settings set supportedVersions=@versions.json',
  ]);
  acceptingBlocking(changing(settings.command('reset <name...>')))
    .description('give settings their standard again')
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((reset: string[], options: AcceptingOptions & AcceptOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const body = { set: {}, reset, acceptBlocking: readAccepted(options.acceptBlocking) };
        const query = acceptedQuery(options);
        output.outcome(await ask('adminSetSettings', { body, query }), 'The settings have their standard again.');
      }),
    );
}

const PICTURES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

function addLogoCommand(company: Command): void {
  const logo = changing(company.command('logo [file-or-address]'))
    .description('set the logo: a PNG, JPEG, WebP or SVG up to 90 kB, or its https address')
    .option('--remove', 'take the logo out')
    .action((source: string | undefined, options: { readonly remove?: boolean }, command: Command) =>
      run(command, async ({ ask, output }) => {
        if ((source === undefined) !== (options.remove === true))
          throw misuse('Name a file or an address, or --remove.');
        const body = { logoUrl: source === undefined ? null : await readLogo(source) };
        output.outcome(await ask('adminSetLogo', { body }), 'The logo is changed.');
      }),
    );
  examples(logo, ['company logo logo.svg', 'company logo https://www.example.com/logo.png', 'company logo --remove']);
}

async function readLogo(source: string): Promise<string> {
  if (source.startsWith('https://')) return source;
  const type = PICTURES[extname(source).toLowerCase()];
  if (type === undefined) throw misuse(`${source} is no PNG, JPEG, WebP or SVG.`);
  const bytes = await readFile(source).catch((error: unknown) => {
    throw misuse(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return `data:${type};base64,${bytes.toString('base64')}`;
}
