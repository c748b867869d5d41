import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { isAddress, readRecordFile, readTextFile } from '../frame/files.ts';
import { valueText } from '../frame/change-lines.ts';
import { dayText, shortId } from '../frame/output.ts';
import { findApplicationId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';
import { whatToEnter } from './application-enter.ts';
import { acceptingBlocking, type AcceptingOptions, readAccepted } from '../frame/accept-blocking.ts';
import { readSettings } from '../frame/settings-input.ts';
import { orNull } from '../companies/company.ts';
import { printSettings } from '../frame/print-settings.ts';

const PROTOCOLS = { saml: 'SAML', oidc: 'OpenID Connect', 'second-step': 'second step of Entra ID' } as const;

export function addApplicationCommands(program: Command): void {
  const application = program.command('application').description('work applications that sign in through the gate');
  addReadCommands(application);
  addWriteCommands(application);
  addStateCommands(application);
  addSettingsCommands(application);
}

function addReadCommands(application: Command): void {
  application
    .command('list')
    .description('the work applications, by name')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminApplications');
        output.answer(found, () =>
          output.table(
            found.applications,
            [
              { heading: 'ID', cell: ({ id }) => shortId(id) },
              { heading: 'NAME', cell: ({ name }) => name, isFlexible: true },
              { heading: 'BY', cell: ({ protocol }) => protocol },
              { heading: 'ENTITY OR CLIENT ID', cell: ({ entityId }) => entityId, isFlexible: true },
              { heading: 'STATE', cell: ({ disabledAt }) => (disabledAt === null ? 'on' : 'off') },
            ],
            'There is no work application yet. Add one: vestibule application add --help',
          ),
        );
      }),
    );
  application
    .command('show <name>')
    .description('one application, by name, entity id or id: its record and settings')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const found = await ask('adminApplication', {
          parameters: { applicationId: await findApplicationId(session, name) },
        });
        output.answer(found, () => {
          output.facts([
            ['Name', found.name],
            ['By', PROTOCOLS[found.protocol]],
            [found.protocol === 'saml' ? 'Entity id' : 'Client id', found.entityId],
            ['Starts at', found.startUrl ?? ''],
            ['State', found.disabledAt === null ? 'on' : `off since ${dayText(found.disabledAt)}`],
            ['Id', found.id],
          ]);
          output.line();
          output.facts(Object.entries(found.record).map(([field, value]) => [`  ${field}`, valueText(value)] as const));
          output.line();
          printSettings(output, found.settings, found.explicitSettings);
        });
      }),
    );
}

interface SourceOptions {
  readonly metadata?: string;
  readonly metadataUrl?: string;
  readonly record?: string;
  readonly oidc?: string;
}

function withSource(command: Command): Command {
  return command
    .option('--metadata <file>', 'its SAML metadata, as it offers it')
    .option('--metadata-url <url>', 'where the server fetches its SAML metadata')
    .option('--record <file>', 'its SAML record as JSON')
    .option('--oidc <file>', 'its OpenID Connect record as JSON');
}

async function readSource({ metadata, metadataUrl, record, oidc }: SourceOptions) {
  const given = [metadata, metadataUrl, record, oidc].filter((one) => one !== undefined);
  if (given.length > 1) throw misuse('Name one of --metadata, --metadata-url, --record and --oidc.');
  if (metadata !== undefined && isAddress(metadata)) {
    throw misuse(`--metadata takes a file. To have the server fetch it from there: --metadata-url ${metadata}`);
  }
  if (metadata !== undefined) return { from: 'saml-metadata', xml: await readTextFile(metadata) } as const;
  if (metadataUrl !== undefined) return { from: 'saml-metadata-url', url: metadataUrl } as const;
  if (record !== undefined) return { from: 'saml-record', record: await readRecordFile(record) } as const;
  return oidc === undefined ? undefined : ({ from: 'oidc', record: await readRecordFile(oidc) } as const);
}

function addWriteCommands(application: Command): void {
  const add = withSource(changing(application.command('add <name>')))
    .description('add an application; the gate’s own SAML metadata is at /saml/metadata of its address')
    .option('--start-url <url>', 'where a sign-in begins, for the launch pad')
    .action((name: string, options: SourceOptions & { startUrl?: string }, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const source = await readSource(options);
        if (source === undefined)
          throw misuse('Say what it is: --metadata FILE, --metadata-url URL, --record FILE or --oidc FILE.');
        const added = await ask('adminAddApplication', { body: { name, source, startUrl: options.startUrl ?? null } });
        const facts = added.isDryRun ? [] : await whatToEnter(session, source.from, added);
        output.answer({ ...added, enter: Object.fromEntries(facts) }, () => {
          output.outcomeText(added, `${name} is there.`);
          if (facts.length === 0) return;
          output.line();
          output.say('Enter at the application:');
          output.facts(facts);
          if (added.clientSecret !== null) output.say('The secret is shown this once. Give it to the application.');
        });
      }),
    );
  examples(add, [
    'application add Mail --metadata mail-metadata.xml --dry-run',
    'application add Wiki --metadata-url https://wiki.example.com/saml/metadata',
    'application add Board --oidc board.json --start-url https://board.example.com',
  ]).addHelpText(
    'after',
    `
An OpenID Connect record:
  { "redirectUris": ["https://board.example.com/callback"] }

It prints what to enter at the application. Certificates are shown by whose they
are, their thumbprint and their end; --json has all of them whole.`,
  );

  const set = acceptingBlocking(withSource(changing(application.command('set <name>'))))
    .description('change name, start address or record; what is not named stays')
    .option('--name <text>', 'the new name')
    .option('--start-url <url>', 'where a sign-in begins; "" for none')
    .option('--accept-entity-id', 'also metadata with another entity id')
    .action((text: string, options: ChangeOptions, command: Command) =>
      run(command, async (session) => {
        const applicationId = await findApplicationId(session, text);
        const source = await readSource(options);
        const acceptBlocking = readAccepted(options.acceptBlocking);
        const { name, acceptEntityId: acceptsEntityId } = options;
        const body = { name, startUrl: orNull(options.startUrl), source, acceptsEntityId, acceptBlocking };
        const outcome = await session.ask('adminUpdateApplication', { parameters: { applicationId }, body });
        session.output.outcome(outcome, `${text} is changed.`);
      }),
    );
  examples(set, [
    'application set Mail --metadata new-metadata.xml --dry-run',
    'application set Mail --record mail-attributes.json --dry-run',
  ]).addHelpText(
    'after',
    `
Metadata replaces what it says: addresses, certificates, log-out, and whether
requests are signed. Attributes, NameID and whatever else was set stay. A record
sets the fields that it names; null gives one its standard again:
  { "encryptionCertificate": null }
Look first with --dry-run: it shows each field before and after.`,
  );

  changing(application.command('renew-secret <name>'))
    .description('make a new secret for an OpenID Connect application')
    .action((text: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const parameters = { applicationId: await findApplicationId(session, text) };
        const renewed = await ask('adminRenewClientSecret', { parameters });
        output.answer(renewed, () => {
          output.outcomeText(renewed, `${text} has a new secret. It is shown this once:`);
          if (renewed.clientSecret !== null) output.line(`\n${renewed.clientSecret}`);
        });
      }),
    );
}

function addStateCommands(application: Command): void {
  for (const [verb, isDisabled, done] of [
    ['disable', true, 'is switched off: no one can sign in to it.'],
    ['enable', false, 'is switched on.'],
  ] as const) {
    changing(application.command(`${verb} <name>`))
      .description(
        isDisabled ? 'switch an application off, so that no one can sign in to it' : 'switch an application on again',
      )
      .action((text: string, _options: object, command: Command) =>
        run(command, async (session) => {
          const parameters = { applicationId: await findApplicationId(session, text) };
          const outcome = await session.ask('adminDisableApplication', { parameters, body: { isDisabled } });
          session.output.outcome(outcome, `${text} ${done}`);
        }),
      );
  }
  const remove = changing(application.command('remove <name>'))
    .description('remove an application for good')
    .option('--yes', 'yes, for good')
    .action((text: string, options: { readonly yes?: boolean }, command: Command) =>
      run(command, async (session) => {
        if (options.yes !== true && !session.isDryRun) {
          throw misuse(
            'This cannot be taken back. Look first with --dry-run, then say --yes. To stop sign-ins for a while: vestibule application disable',
          );
        }
        const parameters = { applicationId: await findApplicationId(session, text) };
        session.output.outcome(await session.ask('adminRemoveApplication', { parameters }), `${text} is gone.`);
      }),
    );
  examples(remove, ['application remove Wiki --dry-run', 'application remove Wiki --yes']);
}

type ChangeOptions = SourceOptions &
  AcceptingOptions & { readonly name?: string; readonly startUrl?: string; readonly acceptEntityId?: true };

function addSettingsCommands(application: Command): void {
  const settings = application.command('settings').description('what is set for one application');
  const set = acceptingBlocking(changing(settings.command('set <name> <setting=value...>')))
    .description(
      'set settings: mode, secondFactor, isOnLaunchPad, unsupportedSystems, leadsOnTo, requestMaximumAgeSeconds',
    )
    .action((text: string, pairs: string[], options: AcceptingOptions, command: Command) =>
      run(command, async (session) => {
        const parameters = { applicationId: await findApplicationId(session, text) };
        const current = async () => (await session.ask('adminApplication', { parameters })).settings;
        const acceptBlocking = readAccepted(options.acceptBlocking);
        const body = { set: await readSettings(pairs, current), reset: [], acceptBlocking };
        const outcome = await session.ask('adminSetApplicationSettings', { parameters, body });
        session.output.outcome(outcome, `The settings of ${text} are changed.`);
      }),
    );
  examples(set, ['application settings set Mail secondFactor=required', 'application settings set Board mode=mfa']);
  acceptingBlocking(changing(settings.command('reset <name> <setting...>')))
    .description('give settings their standard again')
    .action((text: string, reset: string[], options: AcceptingOptions, command: Command) =>
      run(command, async (session) => {
        const parameters = { applicationId: await findApplicationId(session, text) };
        const body = { set: {}, reset, acceptBlocking: readAccepted(options.acceptBlocking) };
        const outcome = await session.ask('adminSetApplicationSettings', { parameters, body });
        session.output.outcome(outcome, `The settings of ${text} have their standard again.`);
      }),
    );
}
