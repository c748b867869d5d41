import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SignedDocument, UpdateManifest } from '@vestibule/contracts';
import { createUpdateKey, signUpdateManifest, type UpdatePrivateKey } from '@vestibule/device-keys';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildClient } from '../scripts/build-client.ts';
import { makeUpdate, publicUpdateKeys } from '../scripts/package/updates.ts';
import { copyLightly } from './support/copy-lightly.ts';
import { type Gate, startGate } from './support/gate.ts';
import { endProgram, killWhen, root, waitUntil } from './support/processes.ts';
import { createPolicy } from './journeys/policies.ts';

const run = promisify(execFile);
const OLD_ID = 'cnbmglijjmmmdgkhgonehoohiannpofe';
/** The extension that the new version's package knows instead. */
const NEW_ID = 'abcdefghijklmnopabcdefghijklmnop';
const PLATFORM = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';

let folder: string;
let downloads: string;
/** Manifests and files as they were published, to begin each test with. */
let published: string;
let gate: Gate;
let keys: readonly [UpdatePrivateKey, UpdatePrivateKey];
/** As it was installed, in version 3.7.0. */
let original: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-update-'));
  downloads = join(folder, 'downloads');
  published = join(folder, 'published');
  await mkdir(downloads);
  gate = await startGate(folder, createPolicy({}), false, { VESTIBULE_DOWNLOADS: downloads });
  keys = [await createUpdateKey(), await createUpdateKey()];
  original = join(folder, 'original');
  await buildClient({ outDir: original, build: 'release' });
  const serverKey = JSON.parse(await readFile(join(gate.dataFolder, 'grant-key.json'), 'utf8')) as object;
  const provisioning = {
    version: 1 as const,
    portals: [{ origin: gate.url, serverKey: serverKey as never }],
    extensionIds: [OLD_ID],
    updateKeys: publicUpdateKeys(keys),
  };
  await writeFile(join(original, 'provisioning.json'), JSON.stringify(provisioning));
  const bundle = join(folder, 'bundle');
  await mkdir(bundle);
  for (const name of await readdir(original)) {
    if (!name.endsWith('.mjs')) continue;
    const code = await readFile(join(original, name), 'utf8');
    await writeFile(join(bundle, name), code.replaceAll('3.7.0', '3.7.1'));
  }
  await makeUpdate(
    published,
    {
      version: '3.7.1',
      bundle,
      provisioning: { ...provisioning, extensionIds: [NEW_ID] },
      madeAt: new Date(0),
      tell: () => undefined,
    },
    { channel: 'stable', sign: keys, platforms: [PLATFORM], validDays: 30, issuedAt: new Date() },
  );
}, 300_000);

afterAll(async () => {
  await gate.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

beforeEach(async () => {
  await rm(join(downloads, 'update'), { recursive: true, force: true });
  await copyLightly(join(published, 'update'), join(downloads, 'update'));
  program = await mkdtemp(join(folder, 'program-'));
  await copyLightly(original, program);
});

const launcher = () => join(program, 'workplace');
const words = (...more: string[]) => ['update', '--state', join(folder, 'state'), ...more];

interface Updated {
  readonly exit: number;
  readonly kind: string;
  readonly detail?: string;
  readonly downloadedBytes?: number;
}

async function update(...more: string[]): Promise<Updated> {
  const ran = await run(launcher(), words('--json', ...more)).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  if (ran.stdout === '') throw new Error('stderr' in ran ? ran.stderr : 'Nothing was printed.');
  return { exit: ran.code, ...(JSON.parse(ran.stdout) as Omit<Updated, 'exit'>) };
}

/** The version that a browser or a person would start now. */
async function version(): Promise<string> {
  return (await run(launcher(), ['--version'])).stdout.trim();
}

const profile = () => join(folder, 'profile');

/** Tells one browser profile of the installed version, as a person does. */
async function connectProfile(): Promise<void> {
  await rm(join(folder, 'state'), { recursive: true, force: true });
  await run(launcher(), ['install', '--state', join(folder, 'state'), '--browser-profile', profile()]);
}

/** Extensions whom that browser lets speak with Workplace. */
async function admitted(): Promise<readonly string[]> {
  const text = await readFile(join(profile(), 'NativeMessagingHosts/com.vestibule.workplace.json'), 'utf8');
  return (JSON.parse(text) as { readonly allowed_origins: readonly string[] }).allowed_origins;
}

const manifestPath = (channel = 'stable') => join(downloads, 'update', `${channel}.json`);

async function readManifest(): Promise<UpdateManifest> {
  const { payload } = JSON.parse(await readFile(manifestPath(), 'utf8')) as SignedDocument;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as UpdateManifest;
}

/** Publishes the manifest with changes, signed again. @param place the channel it is found on */
async function publish(changes: Partial<UpdateManifest>, signers = [...keys], place = changes.channel): Promise<void> {
  const manifest = { ...(await readManifest()), ...changes };
  await writeFile(manifestPath(place), JSON.stringify(await signUpdateManifest(manifest, signers)));
}

async function pathOfFile(path: string): Promise<string> {
  const file = (await readManifest()).platforms[PLATFORM]?.find((one) => one.path === path);
  return join(downloads, 'update/files', `${file?.sha256}.gz`);
}

describe('an update', () => {
  test('is seen, tried, and taken; only what is new is downloaded, and the launcher stays', async () => {
    expect(await update('--check')).toMatchObject({ exit: 1, kind: 'available', version: '3.7.1' });
    expect(await update('--dry-run')).toMatchObject({ exit: 0, kind: 'would-update' });
    expect(await version()).toBe('3.7.0');
    const before = await readFile(launcher(), 'utf8');
    const updated = await update();
    expect(updated).toMatchObject({ exit: 0, kind: 'updated', version: '3.7.1' });
    expect(updated.downloadedBytes).toBeLessThan(2_000_000);
    expect([await version(), await readFile(launcher(), 'utf8')]).toEqual(['3.7.1', before]);
    expect(await update()).toMatchObject({ exit: 0, kind: 'current' });
    expect((await readdir(join(program, 'versions'))).toSorted()).toEqual(['3.7.1', 'memory.json']);
  });

  test('tells the browsers that were connected what the new version tells them', async () => {
    await connectProfile();
    expect(await admitted()).toEqual([`chrome-extension://${OLD_ID}/`]);
    const updated = await update();
    expect(updated).toMatchObject({ kind: 'updated' });
    expect(updated).not.toHaveProperty('untold');
    expect(await admitted()).toEqual([`chrome-extension://${NEW_ID}/`]);
  });

  test('is taken with either key alone, so that a lost one can be replaced', async () => {
    for (const key of keys) {
      await publish({}, [key]);
      expect(await update('--check')).toMatchObject({ kind: 'available' });
    }
  });

  test('of the early channel is for those who ask for it', async () => {
    await publish({ channel: 'early' });
    await rm(manifestPath('stable'));
    expect(await update('--check')).toMatchObject({ kind: 'current', offered: null });
    expect(await update('--check', '--channel', 'early')).toMatchObject({ kind: 'available' });
  });

  test('is asked for in vain where nothing is offered, or the server is away', async () => {
    await rm(join(downloads, 'update'), { recursive: true });
    expect(await update()).toMatchObject({ exit: 0, kind: 'current' });
    await gate.kill();
    try {
      expect(await update()).toMatchObject({ exit: 3, kind: 'unreachable' });
    } finally {
      await gate.restart();
    }
    expect(await version()).toBe('3.7.0');
  });
});

describe('nothing is changed by', () => {
  const refusals: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['a manifest with one changed letter', 'altered', () => tamper()],
    ['a manifest signed with a stranger’s key', 'altered', async () => publish({}, [await createUpdateKey()])],
    ['a manifest of another channel', 'wrong-channel', () => publish({ channel: 'early' }, [...keys], 'stable')],
    ['a manifest whose time is over', 'over', () => publish({ notAfter: '2026-01-01T00:00:00.000Z' })],
    ['a file that is not what was signed', 'file-wrong', () => placeCode(gzipSync('process.exit(0)'))],
    [
      'a file that unpacks to more than was signed',
      'file-wrong',
      () => placeCode(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
    ],
    [
      'a file that was cut',
      'file-wrong',
      async () => placeCode((await readFile(await pathOfFile('part-start.mjs'))).subarray(0, 300)),
    ],
    ['a file that is missing', 'unreachable', async () => rm(await pathOfFile('part-start.mjs'))],
  ];

  test.each(refusals)('%s: %s', async (_, code, attack) => {
    await attack();
    const result = await update();
    expect(JSON.stringify(result)).toContain(`"${code}"`);
    expect(result.kind).not.toBe('updated');
    expect([await version(), existsSync(join(program, 'current'))]).toEqual(['3.7.0', false]);
    const left = await readdir(join(program, 'versions')).catch(() => []);
    expect(left.filter((name) => name !== 'memory.json')).toEqual([]);
  });

  test('an older version, and by an old manifest that is shown again', async () => {
    const old = await readFile(manifestPath());
    await update();
    await publish({ version: '3.5.9', issuedAt: new Date().toISOString() });
    expect(await update()).toMatchObject({ kind: 'current' });
    await publish({ version: '3.8.0', issuedAt: new Date().toISOString(), platforms: {} });
    expect(await update()).toMatchObject({ kind: 'not-here' });
    const later = new Date(Date.now() + 1000).toISOString();
    await publish({ version: '3.7.1', issuedAt: later, platforms: {} });
    await rm(join(program, 'current'));
    expect(await version()).toBe('3.7.0');
    await writeFile(manifestPath(), old);
    await writeFile(
      join(program, 'versions/memory.json'),
      JSON.stringify({ version: 1, issuedAt: { stable: later }, failed: [] }),
    );
    expect(await update()).toMatchObject({
      exit: 3,
      kind: 'refused',
      detail: expect.stringContaining('older') as unknown,
    });
  });

  test('a version that does not start: it is not tried again, and a newer one is', async () => {
    const good = gunzipSync(await readFile(await pathOfFile('part-start.mjs')));
    const broken = Buffer.from('throw new Error("This version does not start.");');
    await publishStart('3.7.2', broken);
    expect(await update()).toMatchObject({
      exit: 3,
      kind: 'failed',
      detail: expect.stringMatching(/^SyntaxError: .*part-start/) as unknown,
    });
    expect(await version()).toBe('3.7.0');
    expect(await update()).toMatchObject({
      exit: 3,
      kind: 'failed',
      detail: expect.stringContaining('before') as unknown,
    });
    await publishStart('3.7.3', Buffer.from(good.toString().replaceAll('3.7.1', '3.7.3')));
    expect(await update()).toMatchObject({ kind: 'updated', version: '3.7.3' });
    expect(await version()).toBe('3.7.3');
  });

  test('a version that lacks a part, which it would have missed only in the command that needs it', async () => {
    const { platforms } = await readManifest();
    const files = (platforms[PLATFORM] ?? []).filter(({ path }) => path !== 'part-logs.mjs');
    await publish({ issuedAt: new Date().toISOString(), platforms: { [PLATFORM]: files } });
    expect(await update()).toMatchObject({
      exit: 3,
      kind: 'failed',
      detail: expect.stringContaining('part-logs.mjs is missing') as unknown,
    });
    expect(await version()).toBe('3.7.0');
  });

  test('a version that is not the one it says it is', async () => {
    await publish({ version: '3.9.9' });
    expect(await update()).toMatchObject({ exit: 3, kind: 'failed' });
    expect(await version()).toBe('3.7.0');
  });

  test('a damaged pointer: what came with the package starts', async () => {
    await update();
    for (const text of ['', '9.9.9', '../../tmp', '3.7.1/../3.7.1', '$(id)', 'x'.repeat(4096)]) {
      await writeFile(join(program, 'current'), text);
      expect(await version()).toBe('3.7.0');
    }
    await writeFile(join(program, 'current'), '3.7.1\n');
    await rm(join(program, 'versions/3.7.1/node'));
    expect(await version()).toBe('3.7.0');
  });
});

describe('a client that is killed in the middle of an update', () => {
  const moments: readonly (readonly [string, () => boolean])[] = [
    ['when it holds the lock', () => existsSync(join(program, 'versions/lock.json'))],
    ['when it remembers the manifest', () => existsSync(join(program, 'versions/memory.json'))],
    ['when it begins to stage', () => existsSync(join(program, 'versions/.staging-3.7.1'))],
    ['when it has staged the runtime', () => existsSync(join(program, 'versions/.staging-3.7.1/node'))],
    ['when it has staged the code', () => existsSync(join(program, 'versions/.staging-3.7.1/workplace.mjs'))],
    ['when the version is in its place', () => existsSync(join(program, 'versions/3.7.1'))],
    ['when it has switched', () => existsSync(join(program, 'current'))],
  ];

  test.each(moments)('%s leaves a working one, and the next update succeeds', async (_, isThere) => {
    await connectProfile();
    const child = spawn(launcher(), words(), { stdio: 'ignore' });
    await killWhen(child, isThere);
    expect(['3.7.0', '3.7.1']).toContain(await version());
    expect(await update()).toMatchObject({ exit: 0 });
    expect(await version()).toBe('3.7.1');
    expect(await admitted()).toEqual([`chrome-extension://${NEW_ID}/`]);
    const left = (await readdir(join(program, 'versions'))).filter((name) => name.startsWith('.staging'));
    expect(left).toEqual([]);
  });

  test('at whatever moment', async () => {
    for (const milliseconds of [60, 160, 320, 640]) {
      const child = spawn(launcher(), words(), { stdio: 'ignore' });
      const until = Date.now() + milliseconds;
      await killWhen(child, () => Date.now() >= until);
      expect(['3.7.0', '3.7.1']).toContain(await version());
    }
    expect(await update()).toMatchObject({ exit: 0 });
    expect(await version()).toBe('3.7.1');
  });

  test('while another one updates, the second stands back', async () => {
    const first = spawn(launcher(), words('--dry-run'), { stdio: 'ignore' });
    try {
      await waitUntil(first, () => existsSync(join(program, 'versions/lock.json')));
      // Where it is, for as long as the second one takes.
      first.kill('SIGSTOP');
      expect(await update()).toMatchObject({ exit: 1, kind: 'busy' });
    } finally {
      await endProgram(first, 'SIGKILL');
    }
  });
});

async function tamper(): Promise<void> {
  const document = JSON.parse(await readFile(manifestPath(), 'utf8')) as SignedDocument;
  const text = Buffer.from(document.payload, 'base64url').toString().replace('3.7.1', '3.7.9');
  await writeFile(manifestPath(), JSON.stringify({ ...document, payload: Buffer.from(text).toString('base64url') }));
}

async function placeCode(packed: Buffer): Promise<void> {
  await writeFile(await pathOfFile('part-start.mjs'), packed);
}

/** Publishes a version that starts with other code, rightly signed. */
async function publishStart(wanted: string, content: Buffer): Promise<void> {
  const { platforms } = await readManifest();
  const sha256 = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  const name = Buffer.from(sha256).toString('hex');
  await writeFile(join(downloads, 'update/files', `${name}.gz`), gzipSync(content));
  const files = (platforms[PLATFORM] ?? []).map((file) =>
    file.path === 'part-start.mjs' ? { ...file, sha256: name, size: content.length } : file,
  );
  await publish({ version: wanted, issuedAt: new Date().toISOString(), platforms: { [PLATFORM]: files } });
}

const NOBODY = 65_534;
const BROWSER_FOLDERS = [
  '/etc/chromium/native-messaging-hosts',
  '/etc/opt/chrome/native-messaging-hosts',
  '/etc/opt/edge/native-messaging-hosts',
];

describe('an installation for everyone', () => {
  let everyone: string;
  beforeEach(async () => {
    // Above it there is nothing that anybody but root can write to, as there is in the folder for temporary files.
    everyone = await mkdtemp('/opt/vestibule-update-');
    await chmod(everyone, 0o755);
    program = join(everyone, 'workplace');
    await copyLightly(original, program);
  });
  afterEach(async () => {
    await rm(everyone, { recursive: true, force: true });
    // The new version tells the browsers of this machine where it is.
    for (const manifests of BROWSER_FOLDERS) await rm(join(manifests, 'com.vestibule.workplace.json'), { force: true });
  });

  const MACHINE = ['--scope', 'machine'];
  const NOTHING_DONE = { exit: 1, kind: 'not-here' };

  test('is brought up to date by root, and nothing of it is anybody else’s to change', async () => {
    expect(await update()).toMatchObject(NOTHING_DONE);
    const command = ['-c', 'umask 0; exec "$@"', '-', launcher(), ...words('--json', ...MACHINE)];
    const { stdout } = await run('/bin/sh', command);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'updated', version: '3.7.1' });
    const { stdout: seen } = await run(launcher(), ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' });
    expect(seen.trim()).toBe('3.7.1');
    for (const name of await readdir(program, { recursive: true })) {
      const { uid, mode } = await lstat(join(program, name));
      expect([name, uid, mode & 0o022]).toEqual([name, 0, 0]);
    }
    expect(await update(...MACHINE)).toMatchObject({ exit: 0, kind: 'current' });
  });

  test('is no one else’s to update, whatever they put into the environment', async () => {
    const asNobody = run(launcher(), words('--json', ...MACHINE), { uid: NOBODY, gid: NOBODY, cwd: '/' });
    const { stdout } = await asNobody.catch((error: unknown) => error as { stdout: string });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'not-here', detail: expect.stringContaining('Only root') });
    const planted = join(folder, 'planted.cjs');
    const mark = join(folder, 'mark');
    await writeFile(planted, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'was here')`);
    const environment = { NODE_OPTIONS: `--require=${planted}`, NODE_PATH: folder, PATH: process.env['PATH'] };
    await run(launcher(), words(...MACHINE), { env: environment });
    expect(await version()).toBe('3.7.1');
    expect(existsSync(mark)).toBe(false);
  });

  test.each([
    ['its folder', () => chmod(program, 0o777)],
    ['the folder above it', () => chmod(everyone, 0o777)],
    ['its program', () => chmod(join(program, 'workplace.mjs'), 0o666)],
    ['a part of its program', () => chmod(join(program, 'part-logs.mjs'), 0o666)],
    ['the keys it believes', () => chown(join(program, 'provisioning.json'), NOBODY, NOBODY)],
    ['its launcher', () => chown(join(program, 'workplace'), NOBODY, NOBODY)],
    [
      'the folder of its versions',
      () => mkdir(join(program, 'versions')).then(() => chmod(join(program, 'versions'), 0o777)),
    ],
    ['what a link leads to', () => symlink(folder, join(program, 'versions'))],
  ])('is left alone where others than root can write to %s', async (_, open) => {
    await open();
    expect(await update(...MACHINE)).toMatchObject({
      ...NOTHING_DONE,
      detail: expect.stringContaining('Others than root'),
    });
    expect(existsSync(join(program, 'current'))).toBe(false);
    expect(existsSync(join(folder, 'memory.json'))).toBe(false);
  });

  test('takes no file that others could have changed before', async () => {
    // A file that this version has already is taken by a second name, and its owner comes along.
    await copyFile(join(root, 'LICENSE'), join(program, 'LICENSE.txt'));
    await chown(join(program, 'LICENSE.txt'), NOBODY, NOBODY);
    expect(await update(...MACHINE)).toMatchObject({ exit: 3, kind: 'refused', code: 'unprotected' });
    expect(await version()).toBe('3.7.0');
    expect(await readdir(join(program, 'versions'))).toEqual(['memory.json']);
  });
});
