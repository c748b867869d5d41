import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../state/installation.ts';

const run = promisify(execFile);
const OPENSSL = '/usr/bin/openssl';
const MAIN = join(import.meta.dirname, '../development.ts');
/** Known to the proxy alone, as in a company's network. */
const HOST = 'portal.test';

let folder: string;
let portal: Server;
let proxy: Server;
let origin: string;
let sockets: Set<Socket>;
/** What the proxy was asked for, with the credentials it was shown; and what the portal was. */
let asked: string[];
let received: string[];

beforeAll(async () => {
  if (!existsSync(OPENSSL)) return;
  folder = await mkdtemp(join(tmpdir(), 'vestibule-network-'));
  await makeCertificates();
  sockets = new Set();
  portal = createTlsServer(
    { key: await readFile(join(folder, 'portal.key')), cert: await readFile(join(folder, 'portal.pem')) },
    (request, response) => {
      received.push(`${request.method} ${request.url}`);
      const refusal = { code: 'device_token_wrong', message: 'It was used.', correlationId: 'x' };
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    },
  );
  await listen(portal);
  origin = `https://${HOST}:${(portal.address() as AddressInfo).port}`;
  proxy = createProxy();
  await listen(proxy);
  const serverKey = publicJwk(await createSigningKey());
  const portals = [{ origin, serverKey }];
  await writeInstallation(
    { path: join(folder, 'state'), isUsual: false },
    { version: 1, portals, extensionIds: [], manifests: [] },
  );
});

afterAll(async () => {
  if (!existsSync(OPENSSL)) return;
  for (const socket of sockets) socket.destroy();
  await Promise.all([portal, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  asked = [];
  received = [];
});

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** A company's authority, a certificate of it for the portal, and another authority that no one trusts. */
async function makeCertificates(): Promise<void> {
  const make = (...words: string[]) => run(OPENSSL, words, { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  for (const name of ['company', 'stranger']) {
    await make(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  }
  await make('req', ...key, '-keyout', 'portal.key', '-out', 'portal.csr', '-subj', `/CN=${HOST}`);
  await writeFile(join(folder, 'names'), `subjectAltName=DNS:${HOST}\n`);
  const authority = ['-CA', 'company.pem', '-CAkey', 'company.key', '-CAcreateserial'];
  await make(
    'x509',
    '-req',
    '-in',
    'portal.csr',
    ...authority,
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'portal.pem',
  );
}

/** A forward proxy as companies have them: it alone finds the portal, and may want a name and a password. */
function createProxy(): Server {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(405).end();
  });
  server.on('connect', (request, socket: Socket) => {
    const credentials = request.headers['proxy-authorization'];
    asked.push(
      `${request.url}${credentials === undefined ? '' : ` as ${Buffer.from(credentials.slice(6), 'base64').toString()}`}`,
    );
    sockets.add(socket);
    if (credentials !== undefined && !credentials.endsWith(Buffer.from('ada:secret').toString('base64'))) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect((portal.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => (socket.destroy(), upstream.destroy()));
  });
  return server;
}

const proxyAddress = (credentials = '') => `http://${credentials}127.0.0.1:${(proxy.address() as AddressInfo).port}`;

/** The real client, with this environment and no other, asks its portal for an account. */
async function takeAccount(environment: Record<string, string>): Promise<string> {
  const words = [
    MAIN,
    'account',
    '--token',
    'token',
    '--state',
    join(folder, 'state'),
    '--system-root',
    join(folder, 'root'),
  ];
  const ran = await run(process.execPath, words, {
    env: { PATH: '/usr/bin:/bin', HOME: folder, ...environment },
  }).catch((error: unknown) => error as { stderr: string });
  return ran.stderr;
}

describe.runIf(existsSync(OPENSSL))('the client’s own connections', () => {
  const trusting = (name = 'company') => ({ SSL_CERT_FILE: join(folder, `${name}.pem`) });

  test('go through the proxy that the environment names, and believe the system’s authorities', async () => {
    const complaint = await takeAccount({ ...trusting(), HTTPS_PROXY: proxyAddress() });
    expect(complaint).toContain('It was used.');
    expect(asked).toEqual([new URL(origin).host]);
    expect(received).toEqual(['POST /api/device-compliance/v1/device-account/token']);
  });

  test('show the proxy the name and password of its address', async () => {
    await takeAccount({ ...trusting(), https_proxy: proxyAddress('ada:secret@') });
    expect(asked).toEqual([`${new URL(origin).host} as ada:secret`]);
    expect(received).toHaveLength(1);
  });

  test('are given up when the proxy refuses them, and say so', async () => {
    const complaint = await takeAccount({ ...trusting(), HTTPS_PROXY: proxyAddress('ada:wrong@') });
    expect(complaint).toContain('the token is still good');
    expect([asked.length, received]).toEqual([1, []]);
  });

  test.each([['stranger'], [null]])(
    'send nothing to a portal whose authority this system does not know: %s',
    async (known) => {
      const environment = known === null ? { SSL_CERT_FILE: '/nowhere' } : trusting(known);
      const complaint = await takeAccount({ ...environment, HTTPS_PROXY: proxyAddress() });
      expect(complaint).toMatch(/certificate|issuer/i);
      expect(received).toEqual([]);
    },
  );

  test('go straight where the environment says so, and to this very computer', async () => {
    await takeAccount({ ...trusting(), HTTPS_PROXY: proxyAddress(), NO_PROXY: HOST });
    expect([asked, received]).toEqual([[], []]);
    const port = new URL(origin).port;
    await writeInstallation(
      { path: join(folder, 'state'), isUsual: false },
      {
        version: 1,
        portals: [{ origin: `https://localhost:${port}`, serverKey: publicJwk(await createSigningKey()) }],
        extensionIds: [],
        manifests: [],
      },
    );
    const complaint = await takeAccount({ ...trusting(), HTTPS_PROXY: proxyAddress() });
    // The certificate is for another name: it was reached, and not believed.
    expect(complaint).toMatch(/altnames/i);
    expect([asked, received]).toEqual([[], []]);
  });
});
