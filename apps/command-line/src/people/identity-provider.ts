import type { Command } from 'commander';
import { ACCEPT_LINKED, type AcceptLinkedOptions, readAcceptedLinked } from '../frame/accept-linked.ts';
import { ACCEPT_NO_ADMINISTRATOR, acceptedQuery, type AcceptOptions } from '../frame/accept-no-administrator.ts';
import { misuse } from '../frame/failure.ts';
import { readRecordFile, readTextFile } from '../frame/files.ts';
import { shortId } from '../frame/output.ts';
import { findUpstreamId } from '../frame/resolve.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';

const ACCEPT_LOCKING_OUT = [
  '--accept-locking-out <number>',
  'also if so many people are left without a way to sign in',
] as const;

interface WriteOptions extends AcceptOptions, AcceptLinkedOptions {
  readonly acceptLockingOut?: string;
  readonly name?: string;
  readonly settings?: string;
  readonly domain?: string[];
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
    .option('--settings <file>', 'settings as JSON; what is not named stays, null has its standard again')
    .option('--domain <domain...>', 'the domains it speaks for; the other settings stay')
    .option('--secret-file <file>', 'the client’s new secret; - reads standard input')
    .option('--enable', 'switch it on')
    .option('--disable', 'switch it off')
    .option(...ACCEPT_LOCKING_OUT)
    .option(...ACCEPT_LINKED)
    .option(...ACCEPT_NO_ADMINISTRATOR)
    .action((text: string, options: WriteOptions, command: Command) =>
      run(command, async (session) => {
        const { name, domain, secretFile, enable = false, disable = false } = options;
        if (enable && disable) throw misuse('Either --enable or --disable.');
        if (domain !== undefined && options.settings !== undefined) {
          throw misuse('Either --domain or --settings, which holds the domains as well (allowedDomains).');
        }
        const upstreamId = await findUpstreamId(session, text);
        const { settings, ...ifVersion } = await readSettings(session, upstreamId, options);
        const body = {
          name,
          settings,
          secret: await readSecret(secretFile),
          isEnabled: enable ? true : disable ? false : undefined,
        };
        const { acceptLockingOut } = options;
        const query = {
          ...ifVersion,
          ...acceptedQuery(options),
          ...readAcceptedLinked(options),
          ...(acceptLockingOut === undefined ? {} : { acceptLockingOut }),
        };
        const outcome = await session.ask('adminUpdateUpstream', { parameters: { upstreamId }, body, query });
        session.output.outcome(outcome, `${text} is changed.`);
      }),
    );
  examples(set, [
    'identity-provider set Entra --settings claims.json --dry-run',
    'identity-provider set Entra --domain alderbrook.example',
    'identity-provider set Entra --disable',
  ]);

  const remove = changing(provider.command('remove <name>'))
    .description('remove one for good; people linked to it are linked to none then')
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

/** The settings go whole, and only what is named changes: the others go with it as they are, of that very version. */
async function readSettings(
  { ask }: Run,
  upstreamId: string,
  { settings, domain }: WriteOptions,
): Promise<{ readonly settings?: Record<string, unknown>; readonly ifVersion?: string }> {
  if (settings === undefined && domain === undefined) return {};
  const named =
    settings === undefined
      ? { allowedDomains: (domain ?? []).map((one) => one.toLowerCase()) }
      : await readRecordFile(settings);
  const { upstreams } = await ask('adminUpstreams');
  const known = upstreams.find(({ id }) => id === upstreamId);
  return known === undefined
    ? { settings: named }
    : { settings: changed(known.settings, named), ifVersion: known.version };
}

type Fields = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of claims are a group: of it, too, only what is named changes, and null there says that nothing comes. */
function changed(before: Fields, named: Fields): Record<string, unknown> {
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(named, name));
  const written = Object.entries(named).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (value === null && Object.hasOwn(before, name)) return [];
    const was = before[name];
    return [[name, isGroup(was) && isGroup(value) ? { ...was, ...value } : value]];
  });
  return Object.fromEntries<unknown>([...kept, ...written]);
}

async function readSecret(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readTextFile(file)).trim();
}
