import { NO_CLIENT, type Outcome, type UpstreamTrial } from '@vestibule/contracts';
import {
  ACCEPT_LINKED,
  changing,
  type Command,
  CommandFailure,
  errorOf,
  examples,
  EXIT_CODES,
  misuse,
  readAcceptedLinked,
  readTextFile,
  run,
  type Run,
} from '@vestibule/command-line';
import { refuseUnused } from '../refuse-unused.ts';
import { settingsOfNew } from './connect-new.ts';
import {
  CONNECT_KINDS,
  type ConnectKind,
  type ConnectOptions,
  type Preset,
  PRESETS,
  printSteps,
} from './connect-presets.ts';
import { describeTrial, printFacts, waitForTrial } from './connect-trial.ts';

/** Which options are about which kinds only. */
const ABOUT = {
  tenant: ['entra', 'okta'],
  issuer: ['okta', 'oidc'],
  metadata: ['saml'],
  clientId: ['entra', 'okta', 'google', 'oidc'],
  secretFile: ['entra', 'okta', 'google', 'oidc'],
};

const CONNECT_HELP = 'vestibule connect --help';

export function addConnectCommand(program: Command): void {
  const connect = changing(program.command('connect <kind>'))
    .description('let people sign in at entra, okta, google, or any oidc or saml identity provider, and try it')
    .option('--name <text>', 'what its button says; without it, the maker’s name')
    .option('--tenant <id>', 'entra: directory (tenant) id; okta: your domain, such as example.okta.com')
    .option('--issuer <url>', 'oidc: its issuer; okta: another authorization server than the organisation’s')
    .option('--metadata <file>', 'saml: its metadata, as a file')
    .option('--domain <domain...>', 'add people who first sign in with an e-mail address of these domains')
    .option('--client-id <id>', 'what it gave you for Vestibule')
    .option('--secret-file <file>', 'the client’s secret; - reads standard input')
    .option('--enable', 'show its button to people once the trial sign-in has come to something')
    .option('--wait <minutes>', 'how long to wait for the trial sign-in; 0: not at all', '10')
    .option(...ACCEPT_LINKED)
    .addHelpText(
      'after',
      `
Call it twice. The first time it says what to enter on the other side; the
second time, with what that side gave you, it prints a link for a trial sign-in,
waits, and says what came and what is missing. A trial signs no one in. One that
people sign in at already is changed only once the trial of the change has come
to something; until then, and without it, they sign in as before. What someone
else changes meanwhile is not taken back: then call it once more.

With --json the second call answers in two lines, each of them JSON: at once
{"event":"trial"} with the addresses and startUrl, the link to open; and when
the wait is over {"event":"result"} with result, isEnabled, isStored (false:
people sign in as before) and, where it came to nothing, error. The first call
answers as every other command does.`,
    )
    .action((kind: string, options: ConnectOptions, command: Command) =>
      run(command, (it) => connectTo(it, kind, options)),
    );
  examples(connect, [
    'connect entra --tenant 7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10 --domain alderbrook.example',
    'connect entra --client-id 3b1c5c4e-8c1b-4e7e-8f5e-6a0b1c2d3e4f --secret-file secret.txt --enable',
    'connect saml --name "Alderbrook ID" --metadata idp-metadata.xml --domain alderbrook.example',
  ]);
}

type Upstream = Awaited<ReturnType<typeof findByName>>;

async function connectTo(session: Run, text: string, options: ConnectOptions): Promise<void> {
  const kind = CONNECT_KINDS.find((one) => one === text);
  if (kind === undefined) throw misuse(`${text} is none of ${CONNECT_KINDS.join(', ')}.`);
  refuseUnused(kind, options, ABOUT);
  const minutes = Number(options.wait ?? '10');
  if (!/^\d{1,2}$/.test(options.wait ?? '10') || minutes > 15) throw misuse('--wait takes minutes, from 0 to 15.');
  const preset = PRESETS[kind];
  const name = options.name ?? preset.name;
  const known = await findByName(session, name);
  if (known !== null && known.kind !== preset.kind) throw misuse(`${name} is there already, and is ${known.kind}.`);
  const { outcome, change } = await note(session, { name, preset, known, options });
  const { output } = session;
  const upstream = await findByName(session, name);
  if (session.isDryRun || upstream === null) {
    return output.answer(outcome, () => {
      output.outcomeText(outcome, '');
      output.say(`Without --dry-run, ${comesNext(upstream, known, options)}`);
    });
  }
  const steps = preset.steps(upstream);
  if (change === null && !isComplete(upstream)) {
    return output.answer({ ...outcome, upstreamId: upstream.id, steps, next: nextCall(kind, options) }, () => {
      output.say(`${name} is noted, and switched off still. On the other side:`);
      printSteps(output, steps);
      output.line();
      output.say('Then, with what it gave you:');
      output.line(`  ${nextCall(kind, options)}`);
      output.notes(outcome.warnings);
    });
  }
  const parameters = { upstreamId: upstream.id };
  const { startUrl, trialId, expiresAt } = await session.ask('adminTryUpstream', change ?? { parameters, body: {} });
  const { callbackUrl, acsUrl, metadataUrl } = upstream;
  const values = upstream.kind === 'oidc' ? { callbackUrl } : { acsUrl, metadataUrl };
  const { changes, warnings } = outcome;
  output.event(
    { event: 'trial', changes, warnings, upstreamId: upstream.id, ...values, steps, startUrl, expiresAt },
    () => {
      if (upstream.kind === 'saml') {
        output.say(`Enter at ${name}, where it is not there yet:`);
        printSteps(output, steps);
        output.line();
      }
      output.say('Open this link in a browser and sign in as one of the people. It is a trial: it signs no one in.');
      if (change !== null)
        output.say(`People sign in at ${name}. Until the trial has come to something, nothing is changed.`);
      output.line(`  ${startUrl}`);
      output.line();
    },
  );
  await finish(session, {
    name,
    preset,
    upstream,
    outcome,
    change,
    trialId,
    minutes,
    isEnabling: options.enable === true,
    again: nextCall(kind, options),
  });
}

interface Trial extends Noted {
  readonly name: string;
  readonly preset: Preset;
  readonly upstream: NonNullable<Upstream>;
  readonly trialId: string;
  readonly minutes: number;
  readonly isEnabling: boolean;
  /** The command to type once what failed is set right. */
  readonly again: string;
}

/** Waits for the trial, and does what was to be done if it comes to something. What fails is said in the answer as well. */
async function finish(session: Run, trial: Trial): Promise<void> {
  const { ask, output } = session;
  const { name, preset, upstream, outcome, change } = trial;
  const parameters = { upstreamId: upstream.id };
  let result: UpstreamTrial = { state: 'waiting' };
  let [isEnabled, isStored] = [upstream.isEnabled, change === null];
  const tell = (failure: CommandFailure | null, text: () => void) => {
    const error = failure === null ? {} : { error: errorOf(failure, CONNECT_HELP) };
    output.event({ event: 'result', ...parameters, isEnabled, isStored, result, ...error }, text);
  };
  try {
    result = await waitForTrial(session, { ...parameters, trialId: trial.trialId }, trial.minutes);
    const isGood = result.state === 'done' && result.outcome !== 'refused';
    if (isGood && change !== null) {
      await ask('adminUpdateUpstream', change);
      isStored = true;
    }
    if (isGood && trial.isEnabling && !isEnabled) {
      const query = { ifVersion: upstream.version };
      await ask('adminUpdateUpstream', { parameters, body: { isEnabled: true }, query });
      isEnabled = true;
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const failure = error instanceof CommandFailure ? error : new CommandFailure(EXIT_CODES.serverError, said);
    tell(failure, () => undefined);
    throw error;
  }
  const isBad = result.state === 'failed' || (result.state === 'done' && result.outcome === 'refused');
  // Anyone who waited, and had something done once it came, waited in vain.
  const isInVain =
    result.state === 'waiting' && trial.minutes > 0 && (change !== null || (trial.isEnabling && !isEnabled));
  const failure = isBad || isInVain ? new CommandFailure(EXIT_CODES.refused, describeTrial(result)) : null;
  tell(failure, () => {
    if (failure === null) output.say(describeTrial(result));
    printFacts(output, result, preset.hints);
    output.notes(outcome.warnings);
    const isLeftOff = isBad && !isEnabled;
    output.say(
      isLeftOff
        ? `${name} is still switched off. Correct what is wrong, then try again with the right values:`
        : standsSo(name, { isEnabled, isStored, isChanged: change !== null }),
    );
    // The button of one that failed would lead everybody who presses it to that very failure.
    if (isLeftOff) output.line(`  ${trial.again}`);
  });
  if (failure !== null) throw failure;
}

function standsSo(
  name: string,
  { isEnabled, isStored, isChanged }: { readonly [field in 'isEnabled' | 'isStored' | 'isChanged']: boolean },
): string {
  if (!isStored) {
    return `Nothing was changed: people sign in at ${name} as before. It is changed by this command, while it waits for the trial.`;
  }
  if (isChanged) return `${name} is changed: from now on people sign in with that.`;
  return isEnabled
    ? `${name} is switched on: people see its button.`
    : `${name} is switched off still. To show its button: vestibule identity-provider set "${name}" --enable`;
}

async function findByName({ ask }: Run, name: string) {
  const { upstreams } = await ask('adminUpstreams');
  return upstreams.find((upstream) => upstream.name === name) ?? null;
}

function comesNext(upstream: Upstream, known: Upstream, { clientId, secretFile, metadata }: ConnectOptions): string {
  const isGiven = metadata !== undefined || (clientId !== undefined && secretFile !== undefined);
  return isGiven || (known !== null && upstream !== null && isComplete(upstream))
    ? 'this then prints a link for a trial sign-in, waits, and says what came.'
    : `${known === null ? 'it is noted and stays switched off, and ' : ''}this says what to enter on the other side.`;
}

function isComplete({ kind, hasSecret, settings }: NonNullable<Upstream>): boolean {
  if (kind === 'saml') return true;
  return settings['clientId'] !== NO_CLIENT && (hasSecret || settings['clientAuthentication'] === 'none');
}

interface Wanted {
  readonly name: string;
  readonly preset: Preset;
  readonly known: Upstream;
  readonly options: ConnectOptions;
}

interface UpstreamChange {
  readonly parameters: { readonly upstreamId: string };
  readonly body: { readonly settings: Record<string, unknown>; readonly secret: string | undefined };
  readonly query: { readonly acceptLinked?: string; readonly ifVersion: string };
}

/** What was written, or would be. */
interface Noted {
  readonly outcome: Outcome;
  /** Of one that people sign in at: nothing is written before it was tried. Null: there is nothing to be written. */
  readonly change: UpstreamChange | null;
}

async function note(session: Run, { name, preset, known, options }: Wanted): Promise<Noted> {
  const { ask } = session;
  const { domain, clientId, secretFile, metadata } = options;
  const secret = secretFile === undefined ? undefined : (await readTextFile(secretFile)).trim();
  const said = {
    ...(clientId === undefined ? {} : { clientId }),
    ...(metadata === undefined ? {} : await readMetadata(metadata)),
    ...(domain === undefined ? {} : { createsPeople: true, allowedDomains: domain.map((one) => one.toLowerCase()) }),
  };
  if (known === null) {
    const client = preset.kind === 'oidc' ? { clientId: NO_CLIENT } : {};
    const settings = { ...client, ...(await settingsOfNew(session, { name, preset, options })), ...said };
    const body = { kind: preset.kind, name, settings, secret, isEnabled: false };
    return { outcome: await ask('adminAddUpstream', { body }), change: null };
  }
  // Anyone who says again where it is puts a slip right; what else is set stays.
  const isMoved = options.tenant !== undefined || options.issuer !== undefined;
  const { issuer = known.settings['issuer'] } = isMoved ? preset.settings(options) : {};
  const settings = { ...known.settings, ...(preset.kind === 'oidc' ? { issuer } : {}), ...said };
  // The settings go whole: what a colleague changes while someone tries these would be taken back by them.
  const query = { ...readAcceptedLinked(options), ifVersion: known.version };
  const change = { parameters: { upstreamId: known.id }, body: { settings, secret }, query };
  if (!known.isEnabled) return { outcome: await ask('adminUpdateUpstream', change), change: null };
  const outcome = await ask('adminUpdateUpstream', { ...change, isDryRun: true });
  return { outcome, change: outcome.changes.length === 0 ? null : change };
}

async function readMetadata(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { readIdentityProviderMetadata } = await import('../../protocols/saml/identity-provider-metadata.ts');
  const read = readIdentityProviderMetadata(await readTextFile(file));
  if (!read.ok) throw misuse(`${file}: ${read.message}`);
  return { ...read.metadata };
}

function nextCall(kind: ConnectKind, { name }: ConnectOptions): string {
  const named = name === undefined ? '' : ` --name "${name}"`;
  const given = PRESETS[kind].kind === 'saml' ? '--metadata FILE' : '--client-id ID --secret-file FILE';
  return `vestibule connect ${kind}${named} ${given} --enable`;
}
