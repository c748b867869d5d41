import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandFailure, EXIT_CODES, misuse, type Output } from '@vestibule/command-line';
import { dataFolderOf, loadConfig } from '../../operations/config/config.ts';
import { readConfigurationFile } from '../../operations/config/configuration-file.ts';
import { readPublicAddress } from '../../operations/config/public-address.ts';
import { type Answering, planAnswering, readAnswered } from '../../operations/extension-kit/answered.ts';
import { readBuilt } from '../../operations/extension-kit/built.ts';
import { type Kit, makeKit } from '../../operations/extension-kit/make-kit.ts';
import {
  publishedFolder,
  publishedOrigin,
  recordPath,
  signingKeyPath,
} from '../../operations/extension-kit/published.ts';
import { readRecord } from '../../operations/extension-kit/record.ts';
import { readSignedPackage } from '../../operations/extension-kit/signed-package.ts';
import { createSigningKey, makeSigningKey, readSigningKey } from '../../operations/extension-kit/signing-key.ts';
import { isOwnFolder, publish, replaceFile, writeKit } from '../../operations/extension-kit/write-kit.ts';
import { printMade } from './extension-report.ts';

export interface ExtensionOptions {
  readonly data: string;
  readonly url?: string | undefined;
  readonly out?: string;
  readonly portal?: readonly string[];
  readonly withoutPortal?: readonly string[];
  readonly signedXpi?: string;
  readonly dryRun?: boolean;
}

/** One of these is in every data folder since its set-up, or since its server was started first. */
const OF_A_SERVER = ['vestibule.json', 'master.key', 'database'];

/** Makes the extension for the portals, and hands it to the server in the data folder. */
export async function makeExtension(options: ExtensionOptions, output: Output): Promise<void> {
  const { out, dryRun: isDryRun = false } = options;
  if (out === undefined) throw misuse('Say where everything goes: --out FOLDER. A new folder is made.');
  const folder = resolve(out);
  const dataFolder = dataFolderOf({ VESTIBULE_DATA: options.data });
  if (!existsSync(dataFolder)) {
    throw misuse(`There is no data folder ${dataFolder}. Name the server's: --data FOLDER`);
  }
  // An extension of no gate has an id and a key that no gate knows, and a server that is set up later may have another address.
  if (!OF_A_SERVER.some((name) => existsSync(join(dataFolder, name)))) {
    throw new CommandFailure(
      EXIT_CODES.refused,
      `No gate was ever set up in the data folder ${dataFolder}, so no server would hand the extension out. Set it up first: vestibule setup --help. If the gate is in another folder: --data FOLDER`,
    );
  }
  if (!(await isOwnFolder(folder))) {
    throw misuse(`${folder} is a file or holds something else. Name a new folder, or empty that one.`);
  }
  const own = readOrigin('--url', options.url ?? (await configuredAddress(options.data)));
  await refuseStrangeAddress(dataFolder, own);
  const { origins, gone } = await readAnswering(own, dataFolder, options);
  const templates = await readBuilt();
  if (templates === null) {
    throw new CommandFailure(
      EXIT_CODES.refused,
      'The extension is not built here yet. In the folder of Vestibule: npm run build',
    );
  }
  const keyPath = signingKeyPath(dataFolder);
  const known = await readable(() => readSigningKey(keyPath));
  const last = await readable(() => readRecord(dataFolder));
  if (known === null && last !== null) {
    throw new CommandFailure(
      EXIT_CODES.refused,
      `The signing key ${keyPath} is gone, and browsers know the extension by its id. Put your copy back. If there is none, delete ${recordPath(dataFolder)}: the extension then gets another id, and policies and packages have to be made again.`,
    );
  }
  // A key of its own shows what would be written; the one that counts is made when it is.
  const key = known ?? (isDryRun ? await makeSigningKey() : await readable(() => createSigningKey(keyPath)));
  const kit = makeKit({ templates, origins, key, last });
  const xpi = options.signedXpi === undefined ? null : await readXpi(options.signedXpi, kit);
  const described = describe(kit);
  if (!isDryRun) {
    const sums = described.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
    await readable(
      () => writeKit(folder, kit.files, sums),
      `Nothing was written into ${folder}: make room there, or name another folder (--out FOLDER).`,
    );
    await readable(async () => {
      if (xpi !== null) await replaceFile(join(publishedFolder(dataFolder), 'workplace.xpi'), xpi);
      await publish(dataFolder, kit);
    }, `Not all that the server hands out was written into ${dataFolder}: make room there, and do this again.`);
  }
  const { facts, record } = kit;
  printMade(output, {
    isDryRun,
    folder,
    origins,
    goneOrigins: gone,
    version: record.extensionVersion,
    chromiumId: known === null && isDryRun ? null : facts.chromiumId,
    firefoxId: facts.firefoxId,
    updateUrl: facts.updateUrl,
    xpiUrl: facts.xpiUrl,
    xpiVersion: await servedXpiVersion(dataFolder),
    newKey: known === null && !isDryRun ? keyPath : null,
    files: described,
  });
}

/** Of the package for Firefox that is handed out. @returns null where there is none */
async function servedXpiVersion(dataFolder: string): Promise<string | null> {
  const content = await readFile(join(publishedFolder(dataFolder), 'workplace.xpi')).catch(() => null);
  const read = content === null ? null : readSignedPackage(content);
  return read?.ok === true ? read.version : null;
}

/** @param option that the address was said with */
function readOrigin(option: string, text: string): string {
  const address = readPublicAddress(text);
  if (!address.ok) throw misuse(`${option}: ${address.problem}`);
  return address.origin;
}

async function readAnswering(
  own: string,
  dataFolder: string,
  { portal = [], withoutPortal = [] }: ExtensionOptions,
): Promise<Answering> {
  const further = portal.map((text) => readOrigin('--portal', text));
  const without = withoutPortal.map((text) => readOrigin('--without-portal', text));
  const before = await readable(() => readAnswered(dataFolder));
  for (const origin of without) {
    if (origin === own) throw misuse(`--without-portal: ${origin} is the gate itself.`);
    if (further.includes(origin)) throw misuse(`--portal and --without-portal both name ${origin}.`);
    if (!before.includes(origin)) {
      const answered = before.length === 0 ? 'nothing is handed out yet' : `answered are ${before.join(', ')}`;
      throw misuse(`--without-portal: ${origin} is not answered; ${answered}.`);
    }
  }
  return planAnswering(own, before, { further, without });
}

/**
 * What is published here is what the browsers of this gate update to: made for another address, it would lead them away
 * from here for good.
 */
async function refuseStrangeAddress(dataFolder: string, origin: string): Promise<void> {
  const { VESTIBULE_PUBLIC_URL: fromEnvironment } = process.env;
  const read = await readConfigurationFile(dataFolder);
  const setUp = fromEnvironment || (read.ok ? read.file?.publicUrl : undefined);
  const address = setUp === undefined ? null : readPublicAddress(setUp);
  const own = address?.ok === true ? address.origin : null;
  const published = own ?? (await readable(() => publishedOrigin(dataFolder)));
  if (published === null || published === origin) return;
  throw new CommandFailure(
    EXIT_CODES.refused,
    own === null
      ? `The server of this data folder hands the extension out for ${published}; made for ${origin}, browsers would look for updates there. A further portal is --portal ${origin}. If the gate has moved: vestibule setup --change --url ${origin}`
      : `The gate of this data folder is ${own}, not ${origin}: browsers would look for updates there. Leave --url out; a further portal is --portal ${origin}. If the gate moves: vestibule setup --change --url ${origin}`,
  );
}

async function configuredAddress(data: string): Promise<string> {
  const read = await loadConfig({ ...process.env, VESTIBULE_DATA: data });
  if (!read.ok) throw misuse(`The configuration cannot be used:\n  ${read.problems.join('\n  ')}`);
  return read.config.publicUrl;
}

async function readXpi(file: string, { facts, record }: Kit): Promise<Uint8Array> {
  const content = await readFile(file).catch((error: unknown) => {
    throw misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const read = readSignedPackage(content);
  if (!read.ok) throw misuse(`${file}: ${read.problem}`);
  if (read.id !== facts.firefoxId) {
    throw misuse(`${file} is ${read.id}, and this installation's extension is ${facts.firefoxId}.`);
  }
  if (read.version !== record.extensionVersion) {
    throw misuse(
      `${file} is version ${read.version}, and what is made now is ${record.extensionVersion}. Have the package in store/ signed again.`,
    );
  }
  return content;
}

/**
 * What the file system refuses is said as it says it: anyone who reads it knows their computer. Of a full disk it does not
 * say which. @param whenFull where that is, and what to do
 */
async function readable<T>(work: () => Promise<T>, whenFull?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (whenFull !== undefined && (code === 'ENOSPC' || code === 'EDQUOT')) {
      throw new CommandFailure(EXIT_CODES.refused, `The disk is full. ${whenFull}`);
    }
    throw new CommandFailure(EXIT_CODES.refused, error instanceof Error ? error.message : String(error));
  }
}

function describe({ files }: Kit) {
  return [...files].map(([path, content]) => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}
