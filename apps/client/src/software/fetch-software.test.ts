import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SignedDocument, SoftwareManifest } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signSoftware, type UpdatePrivateKey } from '@vestibule/device-keys';
import { freePort } from '@vestibule/testing/free-port';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { type FetchTools, installSoftware } from './fetch-software.ts';
import { CUT, NO_KEYS, NOT_OFFERED, OFFLINE, REFUSALS, WRONG_FILE } from './sentences.ts';
import { MANIFEST } from './testing/manifest.ts';

const PACKAGE = Buffer.alloc(200_000, 'agent');
const SHA256 = createHash('sha256').update(PACKAGE).digest('hex');
const PATH = `/download/software/${SHA256}?expires=1&signature=x`;

let key: UpdatePrivateKey;
let stranger: UpdatePrivateKey;
let folder: string;
let server: Server;
let origin: string;
/** What the server says. */
let document: SignedDocument;
let packagePath: string;
let sendPackage: RequestListener;
/** What root was handed. */
let handed: { document: SignedDocument; content: Buffer; mode: number }[];
let progress: (readonly [number, string])[];

beforeAll(async () => {
  [key, stranger] = await Promise.all([createUpdateKey(), createUpdateKey()]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-fetch-'));
  [handed, progress] = [[], []];
  document = await sign();
  packagePath = PATH;
  sendPackage = (_, response) => void response.end(PACKAGE);
  server = createServer((request, response) => {
    if (request.url?.startsWith('/download/') === true) return sendPackage(request, response);
    const isOurs =
      request.url === '/api/devices/v2/software/fleet-1.30' && request.headers.authorization === 'JWT token';
    response.writeHead(isOurs ? 200 : 404, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ document, packagePath }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const sign = (change: Partial<SoftwareManifest> = {}, by = key) =>
  signSoftware({ ...MANIFEST, size: PACKAGE.length, sha256: SHA256, ...change }, [by]);

async function install(change: Partial<FetchTools> = {}, id = 'fleet-1.30') {
  const web = openWeb(openConnection(async () => ({})));
  try {
    return await installSoftware(
      { id, checkType: 'RmmAgent' },
      {
        web,
        origin,
        token: 'token',
        keys: [publicUpdateKey(key)],
        platform: 'linux-x64',
        now: () => new Date('2026-11-27T08:00:00.000Z'),
        folder,
        handToRoot: async (said, path) => {
          const { mode } = await stat(dirname(path));
          handed.push({ document: said, content: await readFile(path), mode: mode & 0o777 });
          return { ok: true, undo: 'apt-get remove it' };
        },
        onProgress: (share, text) => progress.push([share, text]),
        ...change,
      },
    );
  } finally {
    web.close();
  }
}
const refused = (detail: string, outcome = 'not-fixed') => ({ ok: false, outcome, detail });
const nothingLeft = async () => expect([await readdir(folder), handed]).toEqual([[], []]);

test('[S2.056] what is signed is fetched, shown as it comes, handed to root whole, and taken away again', async () => {
  expect(await install()).toEqual({ ok: true, undo: 'apt-get remove it' });
  expect(handed).toEqual([{ document, content: PACKAGE, mode: 0o700 }]);
  expect(progress[0]).toEqual([0, 'Downloading Fleet']);
  expect(progress.at(-1)).toEqual([0.5, 'Installing Fleet']);
  expect(progress.map(([share]) => share)).toEqual(progress.map(([share]) => share).toSorted((a, b) => a - b));
  expect(await readdir(folder)).toEqual([]);
});

test('a stranger’s signature, another id or another computer: nothing is even fetched', async () => {
  sendPackage = () => expect.unreachable('The package was asked for.');
  document = await sign({}, stranger);
  expect(await install()).toEqual(refused(REFUSALS.altered));
  document = await sign({ id: 'other-1' });
  expect(await install()).toEqual(refused(REFUSALS['not-asked']));
  document = await sign({ architecture: 'arm64' });
  expect(await install()).toEqual(refused(REFUSALS['other-system']));
  document = await sign();
  expect(await install({ keys: [] })).toEqual(refused(NO_KEYS, 'not-possible'));
  expect(await install({ token: 'other' })).toEqual(refused(NOT_OFFERED));
  expect(await install({}, 'unknown-1')).toEqual(refused(NOT_OFFERED));
  await nothingLeft();
});

test('another byte, a byte more or less than was signed: nothing reaches root', async () => {
  for (const wrong of [
    Buffer.from(PACKAGE.toString().replace('agent', 'Agent')),
    Buffer.concat([PACKAGE, Buffer.from('x')]),
    PACKAGE.subarray(1),
  ]) {
    sendPackage = (_, response) => void response.end(wrong);
    expect(await install()).toEqual(refused(WRONG_FILE));
  }
  await nothingLeft();
});

test('an interrupted download and a server that is away each say so, and nothing stays', async () => {
  sendPackage = (_, response) => {
    response.writeHead(200, { 'content-length': PACKAGE.length });
    response.write(PACKAGE.subarray(0, 100_000), () => response.destroy());
  };
  expect(await install()).toEqual(refused(CUT));
  sendPackage = (_, response) => void response.writeHead(503).end();
  expect(await install()).toEqual(refused(OFFLINE));
  expect(await install({ origin: `http://127.0.0.1:${await freePort()}` })).toEqual(refused(OFFLINE));
  // Without TLS nothing is asked, and no token leaves.
  expect(await install({ origin: 'http://gate.example.com' })).toEqual(refused(OFFLINE));
  await nothingLeft();
});

test('the package comes from the portal itself, whatever the answer names', async () => {
  for (const path of [
    '//evil.example/download/software/x',
    '/other/x',
    '/download/software/../../evil',
    'https://e.example',
  ]) {
    packagePath = path;
    expect([path, await install()]).toEqual([path, refused(REFUSALS.malformed)]);
  }
  await nothingLeft();
});
