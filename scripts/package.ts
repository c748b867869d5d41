import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CLIENT_PLATFORMS } from '@vestibule/contracts';
import packageJson from '../package.json' with { type: 'json' };
import { bundleClient } from './build-client.ts';
import { inProduction } from './in-production.ts';
import { makeArchive } from './package/archive.ts';
import { makeDebianPackage } from './package/debian.ts';
import { makeExtensions } from './package/extensions.ts';
import { makeMsi } from './package/msi.ts';
import { makeNsisInstaller } from './package/nsis.ts';
import { type Kind, PACKAGE_HELP, type PackageOptions, readPackageOptions } from './package/options.ts';
import { LIFECYCLE_FILE, makeLifecycleFile, readLifecycle } from './package/lifecycle-file.ts';
import type { PackageInput } from './package/program-folder.ts';
import { expectToRun } from './package/runtimes.ts';
import { refuseKeysPlace, serverDataHere } from './package/update-keys-place.ts';
import { makeUpdate, provideUpdateKeys, publicUpdateKeys, signerOf } from './package/updates.ts';
import { expectPrograms } from './package/wanted-programs.ts';

interface MadePackage {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const MAKERS: Readonly<
  Record<Kind, (outDir: string, input: PackageInput, options: PackageOptions) => Promise<readonly string[]>>
> = {
  deb: async (outDir, input) => [await makeDebianPackage('linux-x64', outDir, input)],
  linux: async (outDir, input) => [await makeArchive('linux-x64', outDir, input)],
  msi: async (outDir, input) => [await makeMsi(outDir, input)],
  nsis: async (outDir, input) => [await makeNsisInstaller(outDir, input)],
  macos: async (outDir, input) => [
    await makeArchive('macos-arm64', outDir, input),
    await makeArchive('macos-x64', outDir, input),
  ],
  update: async (outDir, input, { updateChannel, updateKeysFolder, signUpdateWith }) => [
    await makeUpdate(outDir, input, {
      channel: updateChannel,
      sign: signerOf(await provideUpdateKeys(updateKeysFolder, input.tell), signUpdateWith),
      platforms: CLIENT_PLATFORMS,
      validDays: UPDATE_VALID_DAYS,
      issuedAt: new Date(),
    }),
  ],
  lifecycle: async (outDir, { tell }, { updateKeysFolder, signUpdateWith }) => {
    const sign = signerOf(await provideUpdateKeys(updateKeysFolder, tell), signUpdateWith);
    await makeLifecycleFile(join(outDir, LIFECYCLE_FILE), await readLifecycle(undefined), sign);
    return [LIFECYCLE_FILE];
  },
  extension: (outDir, { version, madeAt, provisioning }, { isDemo, identity }) => {
    const origins = provisioning.portals.map(({ origin }) => origin);
    return makeExtensions(outDir, { version, madeAt, isDemo, origins, identity });
  },
};

/** Long enough for a company that seldom builds, short enough that an old manifest is not good for ever. */
const UPDATE_VALID_DAYS = 365;

/**
 * Builds the packages that people install.
 * @param tell told one line for each step
 * @throws Error with a sentence when a program is missing, keys would lie at a wrong place, or a step fails
 */
export async function makePackages(
  options: PackageOptions,
  tell: (line: string) => void,
): Promise<readonly MadePackage[]> {
  await expectPrograms(options.kinds);
  const outDir = resolve(options.outDir);
  const { updateKeysFolder: folder, isUsualKeysFolder: isUsual } = options;
  const refusal = refuseKeysPlace({ folder, isUsual, outDir, here: process.cwd() });
  if (refusal !== null) throw new Error(refusal);
  const server = serverDataHere(process.cwd(), options.serverKeyFile);
  if (server !== null) {
    tell(`A server keeps its data on this computer (${server}): take ${folder} away once the packages are built.`);
  }
  await mkdir(outDir, { recursive: true });
  const bundle = await mkdtemp(join(tmpdir(), 'workplace-bundle-'));
  try {
    await inProduction(() => bundleClient(bundle, 'release'));
    const { version } = packageJson;
    const updateKeys = publicUpdateKeys(await provideUpdateKeys(options.updateKeysFolder, tell));
    const provisioning = { ...options.provisioning, updateKeys };
    const input = { version, bundle, provisioning, madeAt: sourceDate(), tell };
    const made = await sideBySide(options.kinds, (kind) => makeKind(kind, outDir, input, options));
    await writeFile(join(outDir, 'SHA256SUMS'), made.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''));
    return made;
  } finally {
    await rm(bundle, { recursive: true, force: true });
  }
}

/** Builds the packages of one kind, and signs those that a system or a browser asks a signature of. */
async function makeKind(
  kind: Kind,
  outDir: string,
  input: PackageInput,
  options: PackageOptions,
): Promise<readonly MadePackage[]> {
  input.tell(`Building ${kind}…`);
  const made: MadePackage[] = [];
  for (const name of await MAKERS[kind](outDir, input, options)) {
    if (options.signWith !== null && kind !== 'update' && kind !== 'lifecycle')
      await expectToRun('sh', ['-c', `${options.signWith} "$1"`, 'sign', join(outDir, name)]);
    made.push(await describe(outDir, name));
  }
  return made;
}

/** Compressing a package takes a processor for a minute, and up to 700 MB of memory. */
const AT_ONCE = Math.min(2, availableParallelism());

/** @returns what was made, in the order of the kinds. @throws what the first of them threw, once none is at work */
async function sideBySide<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<readonly Made[]>,
): Promise<readonly Made[]> {
  const made: (readonly Made[])[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, item] = next;
      made[at] = await make(item);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return made.flat();
}

async function describe(outDir: string, name: string): Promise<MadePackage> {
  const content = await readFile(join(outDir, name));
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** When the sources were made: what is built from them says so too. SOURCE_DATE_EPOCH, else the last commit. */
function sourceDate(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  return new Date(Number(given ?? lastCommit()) * 1000);
}

function lastCommit(): string {
  const cwd = join(import.meta.dirname, '..');
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    throw new Error('These sources are in no git repository: say when they were made with SOURCE_DATE_EPOCH=seconds.');
  }
}

if (import.meta.main) {
  const read = readPackageOptions(process.argv.slice(2));
  if (read.kind === 'help') process.stdout.write(PACKAGE_HELP);
  else if (read.kind === 'wrong') {
    process.stderr.write(`${read.sentence}\n`);
    process.exitCode = 2;
  } else {
    try {
      const made = await makePackages(read.options, (line) => process.stdout.write(`${line}\n`));
      for (const { name, bytes, sha256 } of made) {
        process.stdout.write(
          `${(bytes / 1_000_000).toFixed(1).padStart(6)} MB  ${name}\n           sha256 ${sha256}\n`,
        );
      }
      process.stdout.write(`They lie in ${read.options.outDir}, with their hashes in SHA256SUMS.\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
