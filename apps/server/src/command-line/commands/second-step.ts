import type { Outcome } from '@vestibule/contracts';
import { changing, type Command, examples, misuse, readTextFile, run, type Run } from '@vestibule/command-line';
import type { MetadataErrorCode } from '../../protocols/saml/index.ts';
import { refuseUnused } from '../refuse-unused.ts';
import { printSteps, type Step } from './connect-presets.ts';
import { setUpEntra } from './second-step-entra.ts';
import {
  googleEnd,
  googleRecord,
  googleSteps,
  oktaEnd,
  oktaSteps,
  SECOND_STEP_KINDS,
  type SecondStepOptions,
} from './second-step-presets.ts';

export function addSecondStepCommand(program: Command): void {
  const command = changing(program.command('second-step <kind>'))
    .description('let entra, okta or google ask for the device check inside its own sign-in')
    .option('--name <text>', 'what it is called here; without it, the maker’s name')
    .option('--tenant <id>', 'entra: directory (tenant) id')
    .option('--cloud <name>', 'entra: global (without it), us or china')
    .option('--app-id <id>', 'entra: application (client) id of its app registration')
    .option('--domain <domain...>', 'entra: add people with an e-mail address of these domains')
    .option('--metadata <file>', 'okta: the metadata of the identity provider made there')
    .option('--profile-id <id>', 'google: what stands behind rpid= in the profile’s addresses')
    .addHelpText(
      'after',
      `
The applications stay where they are: nothing about them is changed. The
identity provider asks here for the device check, as a second step.

Call it twice. The first time it says what to enter on the other side; the
second time, with what that side gave you, it prints the rest.

What it needs and what it does not cover: docs/second-step-entra.md,
docs/second-step-okta.md, docs/second-step-google.md.

The way back: take the method, authenticator or profile away on the other
side first, then: vestibule application disable NAME`,
    )
    .action((kind: string, options: SecondStepOptions, called: Command) =>
      run(called, (it) => setUp(it, kind, options)),
    );
  examples(command, [
    'second-step entra --tenant 7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10 --domain alderbrook.example',
    'second-step entra --tenant 7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10 --app-id 2f3d5a67-7441-4f1e-aa92-e77ca6b5a5ca',
    'second-step okta --metadata okta.xml --dry-run',
    'second-step google --profile-id 02hs5gsz0t2f56o',
  ]);
}

/** Which options are about one kind only. */
const ABOUT = {
  tenant: ['entra'],
  cloud: ['entra'],
  appId: ['entra'],
  domain: ['entra'],
  metadata: ['okta'],
  profileId: ['google'],
};

async function setUp(session: Run, text: string, options: SecondStepOptions): Promise<void> {
  const kind = SECOND_STEP_KINDS.find((one) => one === text);
  if (kind !== undefined) refuseUnused(kind, options, ABOUT);
  switch (kind) {
    case 'entra':
      return setUpEntra(session, options);
    case 'okta':
      return setUpOkta(session, options);
    case 'google':
      return setUpGoogle(session, options);
    case undefined:
      throw misuse(`${text} is none of ${SECOND_STEP_KINDS.join(', ')}.`);
    default:
      return kind satisfies never;
  }
}

/** Okta asks by SAML. Its signed requests may name the person, who then need not sign in here. */
async function setUpOkta(session: Run, { name = 'Okta second step', metadata }: SecondStepOptions): Promise<void> {
  const gate = await findGate(session);
  if (metadata === undefined) {
    return sayFirst(session, oktaSteps(gate), 'vestibule second-step okta --metadata FILE');
  }
  const { readServiceProviderMetadata } = await import('../../protocols/saml/index.ts');
  const read = readServiceProviderMetadata(await readTextFile(metadata), { now: new Date() });
  if (!read.ok) throw misuse(`${metadata} ${whyNotOkta(read.code)}`);
  if (read.serviceProvider.certificates.length === 0) {
    throw misuse(`${metadata} has no certificate: let Okta sign its requests, and download the metadata again.`);
  }
  const record = {
    ...read.serviceProvider,
    wantAuthnRequestsSigned: true,
    namesPerson: true,
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  };
  const outcome = await session.ask('adminAddApplication', { body: { name, source: { from: 'saml-record', record } } });
  sayEnd(session, name, outcome, oktaEnd());
}

/** What the reader says of an application is not said of Okta: its metadata is made by a button there. */
function whyNotOkta(code: MetadataErrorCode): string {
  const downloadAgain = 'Download the identity provider’s metadata again in Okta, and name that file as it is.';
  switch (code) {
    case 'metadata_expired':
      return `is no longer valid. ${downloadAgain}`;
    case 'metadata_key_unusable':
      return `holds a certificate that cannot be used. Give the identity provider in Okta a new signing key. ${downloadAgain}`;
    case 'metadata_too_large':
    case 'metadata_malformed':
    case 'metadata_has_comments':
    case 'metadata_not_one_application':
    case 'metadata_incomplete':
    case 'metadata_not_supported':
      return `is not what Okta gives for its identity provider. ${downloadAgain}`;
    default:
      return code satisfies never;
  }
}

/** Google knows no second step: it hands the whole sign-in over, for the units that are given the profile. */
async function setUpGoogle(session: Run, { name = 'Google', profileId }: SecondStepOptions): Promise<void> {
  const gate = await findGate(session);
  const warnings = await warnOfLoop(session);
  const record = googleRecord(profileId);
  if (record === null) {
    return sayFirst(session, googleSteps(gate), 'vestibule second-step google --profile-id ID', warnings);
  }
  const { applications } = await session.ask('adminApplications');
  const known = applications.find(({ entityId }) => entityId === record.entityId);
  if (known !== undefined) {
    const off = known.disabledAt === null ? [] : [`It is switched off: vestibule application enable "${known.name}"`];
    const outcome = {
      isDryRun: session.isDryRun,
      changes: [],
      warnings: [...off, ...warnings],
      applicationId: known.id,
    };
    return sayEnd(session, known.name, outcome, googleEnd());
  }
  const added = await session.ask('adminAddApplication', { body: { name, source: { from: 'saml-record', record } } });
  sayEnd(session, name, { ...added, warnings: [...added.warnings, ...warnings] }, googleEnd());
}

async function warnOfLoop({ ask }: Run): Promise<string[]> {
  const { upstreams } = await ask('adminUpstreams');
  const google = upstreams.find(({ settings }) => JSON.stringify(settings).includes('https://accounts.google.com'));
  return google === undefined
    ? []
    : [
        `${google.name} is a way to sign in here. People whom Google sends here cannot use it: Google would send them back. Give them a password, a passkey or another identity provider.`,
      ];
}

async function findGate({ ask }: Run): Promise<string> {
  const { publicUrl } = await ask('adminCompany');
  return publicUrl;
}

async function sayFirst(
  { ask, output }: Run,
  steps: readonly Step[],
  next: string,
  warnings: readonly string[] = [],
): Promise<void> {
  const { keys } = await ask('adminKeys');
  const certificate = keys.find(({ state }) => state === 'active')?.certificate ?? '';
  output.answer({ steps, certificate, next, warnings }, () => {
    output.say('On the other side:');
    printSteps(output, steps);
    output.line();
    output.raw(certificate);
    output.notes(warnings);
    output.line();
    output.say('Then, with what it gave you:');
    output.line(`  ${next}`);
  });
}

function sayEnd({ output }: Run, name: string, outcome: Outcome & object, steps: readonly Step[]): void {
  output.answer({ ...outcome, steps }, () => {
    if (outcome.isDryRun) return output.outcomeText(outcome, '');
    const isAnew = outcome.changes.length === 0;
    output.say(isAnew ? `${name} is there already. On the other side:` : `${name} is noted. On the other side:`);
    printSteps(output, steps);
    output.notes(outcome.warnings);
  });
}
