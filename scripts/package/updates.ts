import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ClientPlatform, UpdateChannel, UpdateFile, UpdateKey, UpdateManifest } from '@vestibule/contracts';
import {
  createUpdateKey,
  parseUpdateKey,
  publicUpdateKey,
  type SignUpdate,
  signUpdateManifest,
  type UpdatePrivateKey,
} from '@vestibule/device-keys';
import { READER_LAUNCHER } from '../build-client.ts';
import { assembleProgram, type PackageInput } from './program-folder.ts';

/** What stays where the package put it: a version that came by an update has no launcher of its own. */
const NOT_IN_UPDATES: readonly string[] = ['workplace', 'workplace.cmd', READER_LAUNCHER];

const DAY_MS = 86_400_000;

export interface UpdateOptions {
  readonly channel: UpdateChannel;
  /** Keys that all sign, or whatever keeps them. */
  readonly sign: readonly UpdatePrivateKey[] | SignUpdate;
  readonly platforms: readonly ClientPlatform[];
  readonly validDays: number;
  /** When the manifest is issued: by the builder's clock, as clients refuse an older one than they have seen. */
  readonly issuedAt: Date;
}

/**
 * Reads the two keys that sign updates, and makes them the first time. They are secrets of the one who publishes updates: the
 * folder belongs in no repository and on no server.
 */
export async function provideUpdateKeys(
  folder: string,
  tell: (line: string) => void,
): Promise<readonly (UpdateKey | UpdatePrivateKey)[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keys: (UpdateKey | UpdatePrivateKey)[] = [];
  let made = false;
  for (const name of ['update-key-1.json', 'update-key-2.json']) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      tell(`Making ${path}.`);
      made = true;
      await writeFile(path, `${JSON.stringify(await createUpdateKey())}\n`, { mode: 0o600, flag: 'wx' });
    }
    keys.push(parseUpdateKey(await readFile(path, 'utf8')));
  }
  if (made) {
    tell(
      `Keep a copy of ${folder} where no server is, such as on a stick in a safe: no backup of the server holds it.`,
    );
    tell('Who has a key can give your computers any program. Without both no computer takes an update from you again.');
  }
  return keys;
}

/**
 * How manifests are signed: by a command where one is named, which is given the bytes on its standard input and prints a
 * signature a line, in base64url; else by the keys that lie there whole.
 * @throws Error with a sentence when there is nothing to sign with
 */
export function signerOf(keys: readonly (UpdateKey | UpdatePrivateKey)[], command: string | null) {
  if (command !== null) {
    const sign: SignUpdate = async (bytes) =>
      execFileSync('sh', ['-c', command], { input: bytes, encoding: 'utf8' }).trim().split(/\s+/);
    return sign;
  }
  const whole = keys.filter((key): key is UpdatePrivateKey => 'd' in key);
  if (whole.length > 0) return whole;
  throw new Error(
    'The folder with the update keys holds public halves only: name the command that signs with --sign-update.',
  );
}

/** The public halves, for packages. */
export function publicUpdateKeys(keys: readonly UpdateKey[]): UpdateKey[] {
  return keys.map(publicUpdateKey);
}

/**
 * Writes what installed clients update themselves from: files by their hash, and the signed manifest, last and in one
 * step, so that it never names a file that is not there.
 * @returns the manifest's path below `outDir`
 */
export async function makeUpdate(
  outDir: string,
  input: PackageInput,
  { channel, sign, platforms, validDays, issuedAt }: UpdateOptions,
): Promise<string> {
  const folder = join(outDir, 'update');
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const described: Record<string, UpdateFile[]> = {};
  for (const platform of platforms) {
    input.tell(`  files for ${platform}`);
    described[platform] = await describePlatform(files, platform, input);
  }
  const manifest: UpdateManifest = {
    format: 1,
    channel,
    version: input.version,
    issuedAt: issuedAt.toISOString(),
    notAfter: new Date(issuedAt.getTime() + validDays * DAY_MS).toISOString(),
    platforms: described,
  };
  const document = await signUpdateManifest(manifest, sign);
  const path = join(folder, `${channel}.json`);
  await writeFile(`${path}.new`, `${JSON.stringify(document)}\n`);
  await rename(`${path}.new`, path);
  return `update/${channel}.json`;
}

async function describePlatform(files: string, platform: ClientPlatform, input: PackageInput): Promise<UpdateFile[]> {
  const program = await mkdtemp(join(tmpdir(), 'workplace-update-'));
  try {
    await assembleProgram(program, platform, input);
    const entries = (await readdir(program, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !NOT_IN_UPDATES.includes(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    const described: UpdateFile[] = [];
    for (const path of entries) described.push(await placeFile(files, path, path.slice(program.length + 1)));
    return described;
  } finally {
    await rm(program, { recursive: true, force: true });
  }
}

async function placeFile(files: string, source: string, path: string): Promise<UpdateFile> {
  const content = await readFile(source);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const target = join(files, `${sha256}.gz`);
  if (!existsSync(target)) {
    const temporary = `${target}.new`;
    await writeFile(temporary, gzipSync(content, { level: 9 }));
    await copyFile(temporary, target);
    await rm(temporary);
  }
  const { mode } = await stat(source);
  return { path, size: content.length, sha256, isProgram: (mode & 0o111) !== 0 };
}
