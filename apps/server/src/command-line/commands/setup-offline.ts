import { CONSOLE_PATH } from '@vestibule/contracts';
import { isDeepStrictEqual } from 'node:util';
import { CommandFailure, EXIT_CODES, misuse, type Output, printLink } from '@vestibule/command-line';
import { databaseComplaint } from '../../operations/backup/outcome.ts';
import { type Config, dataFolderOf, readConfig } from '../../operations/config/config.ts';
import {
  type ConfigurationFile,
  configurationPath,
  readConfigurationFile,
} from '../../operations/config/configuration-file.ts';
import { readPublicAddress } from '../../operations/config/public-address.ts';
import { DiskFullError } from '../../database/disk-full.ts';
import { FolderInUseError } from '../../database/folder-lock.ts';
import { UnknownSchemaError } from '../../database/migrations.ts';
import { isRefusal } from '../../context/server-context.ts';
import { changeSetUp } from '../../operations/set-up/change.ts';
import { lookBeforeSetUp, setUp } from '../../operations/set-up/set-up.ts';
import { type Answers, problemsOf, readAnswers } from '../../operations/set-up/wanted.ts';
import { certificateComplaint, readCertificatePair } from '../../operations/tls/certificate-pair.ts';
import { howToStart } from '../how-to-start.ts';
import { notesOnMove, notesOnPlace, notesOnTrial } from './setup-notes.ts';
import {
  notesOnAcme,
  notesOnDatabase,
  type PlaceOptions,
  readFirstPlace,
  readPlace,
  withoutOthers,
} from './setup-place.ts';

export interface SetUpOptions extends PlaceOptions {
  readonly data: string;
  readonly url?: string;
  readonly fromTrial?: boolean;
  readonly change?: boolean;
  readonly whileServersRun?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const now = () => new Date();
/** What takes its time in a set-up. */
const OPENING = 'Opening the database, and bringing it to what this version wants…';

/**
 * Looks at everything that was said by options, before anybody is asked for the rest.
 * @throws CommandFailure where no answer could set it right
 */
export async function checkBeforeAsking(
  said: Partial<Answers> & Pick<Answers, 'url'>,
  options: SetUpOptions,
): Promise<void> {
  const place = readFirstPlace(options, said.url, await readBefore(options));
  const problems = problemsOf(said);
  if (problems.length > 0) throw misuse(`Nothing was changed, because of this:\n  ${problems.join('\n  ')}`);
  const file: ConfigurationFile = { ...place, version: 1, publicUrl: readUrl(said.url) };
  const config = readWith(file, options);
  await checkPlace(file, config);
  const looked = await inWords(() => lookBeforeSetUp(config, options.fromTrial === true, false));
  if (isRefusal(looked)) throw refused(looked.message);
}

/** Sets up, or says what would be set up. */
export async function setUpOffline(answers: Answers, options: SetUpOptions, output: Output): Promise<void> {
  const read = readAnswers(answers, readFirstPlace(options, answers.url, await readBefore(options)));
  if (!read.ok) throw misuse(`Nothing was changed, because of this:\n  ${read.problems.join('\n  ')}`);
  const { wanted } = read;
  const config = readWith(wanted.file, options);
  const notes = [...notesOnDatabase(options), ...(await checkPlace(wanted.file, config))];
  const isFromTrial = options.fromTrial === true;
  const { company, administrator } = wanted;
  const summary = { url: config.publicUrl, file: configurationPath(config.dataFolder), company: company.name };
  if (options.dryRun === true) {
    const looked = await inWords(() => lookBeforeSetUp(config, isFromTrial, isFromTrial));
    if (isRefusal(looked)) throw refused(looked.message);
    notes.push(...notesOnTrial(looked.left, true));
    output.answer({ isDryRun: true, ...summary, login: administrator.login, ...looked, notes }, () => {
      output.say('Dry run, nothing was changed. This would be set up:');
      printPlan(output, config, wanted.file, company.displayName, administrator.login);
      output.notes(notes);
    });
    return;
  }
  const done = await output.during(OPENING, () => inWords(() => setUp(config, wanted, { isFromTrial, now })));
  if (isRefusal(done)) throw refused(done.message);
  notes.push(...notesOnTrial(done.left, false));
  output.answer({ isDryRun: false, ...summary, ...done, notes }, () => {
    output.say(`${company.displayName} is set up.`);
    printPlan(output, config, wanted.file, company.displayName, done.login);
    output.notes(notes);
    printLink(output, { link: done.link, expiresAt: done.expiresAt, mailedTo: null });
    output.say('The gate is report-only for now: no one is stopped, and nothing has to be installed.');
    output.say(
      'A password alone registers no computer here: a second factor does, or an administrator (registration.mode=verified).',
    );
    output.say('The link works once the server runs. Start it, open the link, make a passkey, and look how it stands:');
    const { where, start, doctor } = howToStart(config.dataFolder);
    if (where !== null) output.say(where);
    output.line(`  ${start}`);
    output.line(`  ${doctor}`);
    output.say(
      `The console leads on from there, step by step, to a policy that is enforced: ${config.publicUrl}${CONSOLE_PATH}/`,
    );
    output.say('As commands: vestibule policy first > policy.yaml, and vestibule gate enforce --reason TEXT');
  });
}

/** Changes what is set up, or says what would be changed. */
export async function changeOffline(options: SetUpOptions, output: Output): Promise<void> {
  const before = await readBefore(options);
  const noted = before?.publicUrl ?? null;
  const said = options.url === undefined ? null : readUrl(options.url);
  const isDryRun = options.dryRun === true;
  const fileFor = (publicUrl: string): ConfigurationFile => {
    const place = readPlace(options, publicUrl, before);
    return { ...before, ...withoutOthers(place), ...place, version: 1, publicUrl };
  };
  // What the options say is looked at before the database is; the address may be another one there.
  const expected = fileFor(said ?? readUrl(noted ?? ''));
  const config = readWith(expected, options);
  await checkPlace(expected, config);
  const notes = notesOnDatabase(options);
  let isSame = false;
  const asked = { noted, said, isWhileServersRun: options.whileServersRun === true, isDryRun, now };
  const change = async () =>
    changeSetUp(config, asked, async (publicUrl) => {
      const file = fileFor(publicUrl);
      const next = readWith(file, options);
      const isListenSaid = options.listen !== undefined;
      const listens = { before: before === null ? null : listensAt(before, options), after: placeOf(next) };
      notes.push(...notesOnPlace(before, file, { listens, isDryRun, isListenSaid }));
      notes.push(...(await checkPlace(file, next)));
      // What was broken off in between is finished by doing it again, so that it is done all the same.
      isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(file)), before);
      return file;
    });
  const changed = await output.during(OPENING, () => inWords(change));
  if (isRefusal(changed)) throw refused(changed.message);
  const { company, followed, to } = changed;
  if (company !== null) notes.unshift(...notesOnMove(changed, isDryRun));
  if (followed !== null) {
    const end = isDryRun ? 'It would follow.' : 'It says so now as well.';
    notes.unshift(`${followed} was at ${to} already, and vestibule.json of this folder said ${noted}. ${end}`);
  }
  output.answer({ isDryRun, ...changed, notes }, () => {
    if (isSame && company === null) return output.say('Nothing to change: it is so already.');
    if (isDryRun) {
      output.say(`Dry run, nothing was changed. ${configurationPath(config.dataFolder)} would be written for ${to}.`);
      return output.notes(notes);
    }
    output.say('It is changed. Start the server again: it reads the file when it starts.');
    const { where, restart } = howToStart(config.dataFolder);
    if (where !== null) {
      output.say(where);
      output.line(`  ${restart}`);
    }
    output.notes(notes);
  });
}

/** The file of the data folder as it is. @returns null where there is none */
async function readBefore(options: SetUpOptions): Promise<ConfigurationFile | null> {
  const read = await readConfigurationFile(folderOf(options));
  if (!read.ok) throw misuse(read.problems.join('\n'));
  return read.file;
}

function readUrl(text: string): string {
  const address = readPublicAddress(text);
  if (!address.ok) throw misuse(`--url: ${address.problem}`);
  return address.origin;
}

function folderOf({ data }: SetUpOptions): string {
  return dataFolderOf({ VESTIBULE_DATA: data });
}

/** The configuration as the server will read it, apart from what its own environment says otherwise. */
function readWith(file: ConfigurationFile, options: SetUpOptions): Config {
  const read = readAs(file, options);
  if (read.ok) return read.config;
  throw misuse(`Nothing was changed, because of this:\n  ${read.problems.join('\n  ')}`);
}

function readAs(file: ConfigurationFile, options: SetUpOptions): ReturnType<typeof readConfig> {
  const { DATABASE_URL } = process.env;
  const environment = file.databaseUrl === undefined && DATABASE_URL !== undefined ? { DATABASE_URL } : {};
  return readConfig({ ...environment, VESTIBULE_DATA: folderOf(options) }, file);
}

/** @returns null where the server would not start with this file */
function listensAt(file: ConfigurationFile, options: SetUpOptions): string | null {
  const read = readAs(file, options);
  return read.ok ? placeOf(read.config) : null;
}

const placeOf = ({ host, port }: Config) => `${host}:${port}`;

/** @returns what to know before the first start */
async function checkPlace(file: ConfigurationFile, config: Config): Promise<string[]> {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (config.tls !== null) {
    if (protocol !== 'https:') throw misuse('With a certificate the address begins with https://.');
    const read = await readCertificatePair(config.tls);
    if (!read.ok) throw misuse(read.problem);
    const complaint = certificateComplaint(read.pair.leaf, hostname, now());
    return complaint === null ? [] : [complaint];
  }
  if (config.acme !== null) return notesOnAcme(config.acme, hostname);
  return protocol === 'https:' && (file.trustedProxies ?? []).length === 0
    ? [
        'Nothing serves https yet. Let the server get a certificate (vestibule setup --change --acme you@example.com), or name one (--certificate, --certificate-key) or the proxy in front that has one (--behind-proxy 127.0.0.1).',
      ]
    : [];
}

function printPlan(output: Output, config: Config, file: ConfigurationFile, company: string, login: string): void {
  const { tls, trustedProxies = [] } = file;
  const { acme } = config;
  const authority = acme === null ? '' : `certificates from ${new URL(acme.directoryUrl).host}`;
  const inFront = trustedProxies.length > 0 ? `by ${trustedProxies.join(', ')}` : '';
  output.facts([
    ['  Company', company],
    ['  Administrator', login],
    ['  Address', config.publicUrl],
    ['  Listens at', `${config.host}:${config.port}`],
    ['  https', tls?.certificate ?? (authority || inFront)],
    ['  Database', config.databaseUrl === undefined ? 'embedded, in the data folder' : 'PostgreSQL'],
    ['  Written into', configurationPath(config.dataFolder)],
  ]);
}

function refused(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.refused, message);
}

/** Says what an administrator can set right; what is a bug goes on. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiskFullError) throw refused(`${error.message} Nothing was changed.`);
    if (error instanceof FolderInUseError || error instanceof UnknownSchemaError) throw refused(error.message);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
      throw refused(
        `The data folder cannot be written: ${error instanceof Error ? error.message : ''}. Run this as the user the server runs as.`,
      );
    }
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw refused('The disk is full where the data folder lies. Make room, and do this again. Nothing was changed.');
    }
    const complaint = databaseComplaint(error);
    if (complaint === null) throw error;
    throw new CommandFailure(
      EXIT_CODES.unreachable,
      `The database cannot be opened: ${complaint}. Nothing was changed.`,
    );
  }
}
