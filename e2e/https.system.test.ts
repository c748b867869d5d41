import { type ChildProcess, execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpWithPasskey } from './support/passkeys.ts';
import { type CertificateAuthority, type CertificateFiles, createAuthority } from './support/certificate-authority.ts';
import { freePort } from '@vestibule/testing/free-port';
import { endProgram, root, startProgram } from './support/processes.ts';
import { startBrowser, startVisitor } from './support/visitors.ts';

/** The first step of docs/first-two-hours.md as it is written: https, with a certificate pair, here of a company's own authority. */
const run = promisify(execFile);

let folder: string;
let url: string;
let authority: CertificateAuthority;
let first: CertificateFiles;
let second: CertificateFiles;
let served: { readonly certificate: string; readonly key: string };
let provider: Server;
let issuer: string;
let server: ChildProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-https-'));
  authority = await createAuthority(folder);
  [first, second] = [await authority.issue('first'), await authority.issue('second')];
  served = { certificate: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') };
  await serve(first);
  url = `https://localhost:${await freePort()}`;
  const port = await freePort();
  issuer = `https://localhost:${port}`;
  const pair = await authority.issue('provider');
  const [cert, key] = [await readFile(pair.certificate), await readFile(pair.key)];
  provider = createServer({ cert, key }, (request, response) => {
    const document = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
    const keys = [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }];
    const body = request.url === '/keys' ? { keys } : { ...document, jwks_uri: `${issuer}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(port, '127.0.0.1');
});
afterAll(async () => {
  await stop();
  provider.closeAllConnections();
  provider.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Puts a pair where the server looks. */
async function serve({ certificate, key }: CertificateFiles): Promise<void> {
  await copyFile(certificate, served.certificate);
  await copyFile(key, served.key);
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
}

const environment = (trusts: boolean) => ({
  VESTIBULE_DATA: join(folder, '.data'),
  NODE_EXTRA_CA_CERTS: trusts ? authority.file : undefined,
});

/** @param trusts whether the command is told of the authority */
function call(words: readonly string[], trusts = false): Promise<Said> {
  const program = join(root, 'apps/server/bin/vestibule.js');
  const env = { ...process.env, ...environment(trusts) };
  return run(process.execPath, [program, ...words], { cwd: folder, env }).catch((error: unknown) => error as Said);
}

async function stop(): Promise<void> {
  if (server !== null) await endProgram(server);
  server = null;
}

async function start(trusts: boolean): Promise<void> {
  server = await startProgram('apps/server/src/main.ts', { env: { ...environment(trusts), LOG_LEVEL: 'warn' } });
}

/** The number of the certificate that is presented, by a connection that trusts this authority and no other. */
async function readSerial(): Promise<string> {
  const ca = await readFile(authority.file);
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), servername: hostname, ca }, () => {
      done(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    }).once('error', fail);
  });
}

let link: string;

test('set up with a pair; the doctor trusts it once it is told of the authority', async () => {
  const who = [
    '--company-name',
    'Alderbrook',
    '--login',
    'ilse',
    '--name',
    'Ilse Weber',
    '--email',
    'ilse@alderbrook.example',
  ];
  const pair = ['--certificate', served.certificate, '--certificate-key', served.key];
  const { stdout, stderr } = await call(['setup', '--url', url, ...pair, ...who, '--yes']);
  expect(stderr).not.toContain('rror');
  link = /^\s*(https\S+)$/m.exec(stdout)?.[1] ?? '';
  expect(link).toContain(url);
  await start(false);
  const stranger = (await call(['doctor'])).stdout;
  expect(stranger).toMatch(/^✗ Certificate: Browsers do not trust the certificate of localhost/m);
  expect(stranger).toContain('NODE_EXTRA_CA_CERTS');
  const { stdout: trusting } = await call(['doctor'], true);
  expect(trusting).toMatch(/^✓ Certificate: For localhost, trusted/m);
  expect(trusting).toMatch(/^✓ Event stream/m);
  expect(trusting).not.toContain('✗');
});

test('a browser signs up and in over https; a new pair is served without a restart', async () => {
  const keys = [first, second].map(({ keyHash }) => keyHash).join(',');
  const browser = await startBrowser(false, [`--ignore-certificate-errors-spki-list=${keys}`]);
  try {
    const ilse = await startVisitor(browser);
    await signUpWithPasskey(ilse, link);
    const cookies = await ilse.context.cookies();
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);

    const before = await readSerial();
    await serve(second);
    await expect.poll(readSerial, { timeout: 30_000, interval: 200 }).not.toBe(before);
    const { page } = await startVisitor(browser);
    await page.goto(`${url}/online/`);
    await page
      .getByRole('button', { name: /passkey/i })
      .first()
      .waitFor();
  } finally {
    await browser.close();
  }
  await writeFile(served.key, await readFile(first.key));
  expect((await call(['doctor'], true)).stdout).toMatch(/^✗ Certificate: .*is not the key of/m);
  await serve(second);
});

test('an identity provider whose certificate is of the same authority is tried once the server is told of it', async () => {
  await writeFile(join(folder, 'secret.txt'), 'a secret of the two');
  const add = ['connect', 'oidc', '--name', 'Alderbrook', '--issuer', issuer, '--domain', 'alderbrook.example'];
  await call(add);
  const connecting = [
    'connect',
    'oidc',
    '--name',
    'Alderbrook',
    '--client-id',
    'gate',
    '--secret-file',
    'secret.txt',
    '--wait',
    '0',
  ];
  const stranger = await call(connecting);
  expect(`${stranger.stdout}${stranger.stderr}`.replaceAll(/\s+/g, ' ')).toContain(
    `The certificate of the issuer ${issuer} is of an authority that is not known here.`,
  );
  expect(`${stranger.stdout}${stranger.stderr}`).toContain('NODE_EXTRA_CA_CERTS');
  await stop();
  await start(true);
  expect((await call(connecting)).stdout).toContain('?trial=');
  await call(['identity-provider', 'set', 'Alderbrook', '--enable']);
  expect((await call(['doctor'], true)).stdout).toMatch(/^✓ Sign-in by Alderbrook/m);
  expect((await call(['doctor'])).stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /✗ Sign-in by Alderbrook: \S+ cannot be reached: its certificate is of an authority that is not known here\./,
  );
});
