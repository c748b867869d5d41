import type { Command } from 'commander';
import { ACCEPT_LINKED, type AcceptLinkedOptions, readAcceptedLinked } from '../accept-linked.ts';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../accept-no-administrator.ts';
import { misuse } from '../failure.ts';
import { readRecordFile, readTextFile } from '../files.ts';
import { shortId } from '../output.ts';
import { findUpstreamId } from '../resolve.ts';
import { changing, examples, run } from '../run.ts';

const ACCEPT_LOCKING_OUT = [
  '--accept-locking-out <number>',
  'also if so many people are left without a way to sign in',
] as const;

interface WriteOptions extends AcceptOptions, AcceptLinkedOptions {
  readonly acceptLockingOut?: string;
  readonly name?: string;
  readonly settings?: string;
  readonly secretFile?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

const RECORDS = `
Settings for oidc:
  { "issuer": "https://login.example.com", "clientId": "vestibule" }
Settings for saml:
  { "entityId": "…", "ssoUrl": "https://…", "certificates": ["-----BEGIN …"] }`;

export function addIdentityProviderCommands(program: Command): void {
  const provider = program
    .command('identity-provider')
    .description('the company’s own identity providers, that people sign in at');
  provider
    .command('list', { isDefault: true })
    .description('the identity providers, and the addresses to tell them')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminUpstreams');
        output.answer(found, () => {
          if (found.upstreams.length === 0) return output.say('None: people sign in here.');
          for (const one of found.upstreams) {
            output.facts([
              ['Name', `${one.name} (${one.kind}, ${one.isEnabled ? 'on' : 'off'})`],
              ['Id', shortId(one.id)],
              ...(one.kind === 'oidc'
                ? ([['Redirect address', one.callbackUrl]] as const)
                : ([
                    ['Metadata', one.metadataUrl],
                    ['Assertion consumer', one.acsUrl],
                  ] as const)),
            ]);
            output.line();
          }
        });
      }),
    );

  const add = changing(provider.command('add <kind> <name>'))
    .description('add one: kind is oidc or saml, name is what its button says')
    .requiredOption('--settings <file>', 'its settings as JSON')
    .option('--secret-file <file>', 'the client’s secret for OpenID Connect; - reads standard input')
    .action((kind: string, name: string, options: WriteOptions, command: Command) =>
      run(command, async ({ ask, output }) => {
        const known = (['oidc', 'saml'] as const).find((one) => one === kind);
        if (known === undefined) throw misuse(`${kind} is neither oidc nor saml.`);
        const { settings: file = '', secretFile } = options;
        const settings = await readRecordFile(file);
        const body = { kind: known, name, settings, secret: await readSecret(secretFile), isEnabled: true };
        output.outcome(
          await ask('adminAddUpstream', { body }),
          `${name} is there. The addresses to tell it: vestibule identity-provider list`,
        );
      }),
    );
  examples(add, [
    'identity-provider add oidc Entra --settings entra.json --secret-file secret.txt --dry-run',
  ]).addHelpText('after', RECORDS);

  const set = changing(provider.command('set <name>'))
    .description('change one, or switch it on or off')
    .option('--name <text>', 'what its button says from now on')
    .option('--settings <file>', 'its settings as JSON, all of them')
    .option('--secret-file <file>', 'the client’s new secret; - reads standard input')
    .option('--enable', 'switch it on')
    .option('--disable', 'switch it off')
    .option(...ACCEPT_LOCKING_OUT)
    .option(...ACCEPT_LINKED)
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((text: string, options: WriteOptions, command: Command) =>
      run(command, async (session) => {
        const { name, settings, secretFile, enable = false, disable = false } = options;
        if (enable && disable) throw misuse('Either --enable or --disable.');
        const upstreamId = await findUpstreamId(session, text);
        const body = {
          name,
          settings: settings === undefined ? undefined : await readRecordFile(settings),
          secret: await readSecret(secretFile),
          isEnabled: enable ? true : disable ? false : undefined,
        };
        const { acceptLockingOut } = options;
        const query = {
          ...acceptedQuery(options),
          ...readAcceptedLinked(options),
          ...(acceptLockingOut === undefined ? {} : { acceptLockingOut }),
        };
        const outcome = await session.ask('adminUpdateUpstream', { parameters: { upstreamId }, body, query });
        session.output.outcome(outcome, `${text} is changed.`);
      }),
    );
  examples(set, ['identity-provider set Entra --disable']);

  const remove = changing(provider.command('remove <name>'))
    .description('remove one for good; whoever is linked to it is linked to none then')
    .option('--yes', 'yes, for good')
    .option(...ACCEPT_LOCKING_OUT)
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((text: string, { yes, acceptLockingOut, ...accepted }: RemoveOptions, command: Command) =>
      run(command, async (session) => {
        if (yes !== true && !session.isDryRun) {
          throw misuse(
            'This cannot be taken back. Look first with --dry-run, then say --yes. To hide its button for a while: vestibule identity-provider set NAME --disable',
          );
        }
        const parameters = { upstreamId: await findUpstreamId(session, text) };
        const query = { ...(acceptLockingOut === undefined ? {} : { acceptLockingOut }), ...acceptedQuery(accepted) };
        const outcome = await session.ask('adminRemoveUpstream', { parameters, query });
        session.output.outcome(outcome, `${text} is gone.`);
      }),
    );
  examples(remove, ['identity-provider remove Entra --dry-run', 'identity-provider remove Entra --yes']);
}

interface RemoveOptions extends AcceptOptions {
  readonly yes?: true;
  readonly acceptLockingOut?: string;
}

async function readSecret(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readTextFile(file)).trim();
}
