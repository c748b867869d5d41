import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { writeInstallation } from '../state/installation.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { runCli } from './run-cli.ts';

const ACCOUNT_ID = '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f';

let folder: string;
let server: Server;
let portal: string;
let asked: string[];
let reply: { status: number; body: unknown };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-accounts-'));
  asked = [];
  reply = { status: 200, body: { accountId: ACCOUNT_ID, deviceUserId: 'ada', companyName: 'Acme' } };
  server = createServer((request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  portal = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await connectWith(portal);
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const state = () => ({ path: join(folder, 'state'), isUsual: false });

async function connectWith(...origins: string[]): Promise<void> {
  const serverKey = publicJwk(await createSigningKey());
  const portals = origins.map((origin) => ({ origin, serverKey }));
  await writeInstallation(state(), { version: 1, portals, extensionIds: [], manifests: [] });
}

async function type(...words: string[]): Promise<{ code: number; text: string; complaint: string }> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const environment = { HOME: folder, XDG_CONFIG_HOME: '/home/ada/.config' };
  const code = await runCli(words, {
    program: { code: import.meta.filename, launcher: null },
    state: state(),
    system: openLocalSystem({ rootFolder: join(folder, 'root'), environment, now: () => new Date() }),
    terminal: {
      print: (line) => lines.push(line),
      complain: (line) => complaints.push(line),
      confirm: async () => false,
    },
    developmentHelp: [],
    web: async () => openWeb(openConnection(async () => ({}))),
    random: () => 0,
  });
  return { code, text: lines.join('\n'), complaint: complaints.join('\n') };
}

test('an account is taken with a token, listed, and forgotten again', async () => {
  expect(await type('account')).toMatchObject({ code: 0, text: expect.stringContaining('no account') as unknown });
  const taken = await type('account', '--token', 'a/b');
  expect(taken).toMatchObject({ code: 0, text: expect.stringContaining('Acme') as unknown });
  expect(asked).toEqual(['POST /api/device-compliance/v1/device-account/a%2Fb']);
  const listed = JSON.parse((await type('account', '--json')).text) as unknown;
  expect(listed).toMatchObject({ accounts: [{ portal, accountId: ACCOUNT_ID, waiting: 0 }], agent: null });
  expect((await type('doctor')).text).toContain('FIX   Nothing reports by itself');
  expect((await type('account', '--remove')).text).toContain('no longer reports');
  expect(JSON.parse((await type('account', '--json')).text)).toMatchObject({ accounts: [] });
});

test('a token never leaves for a portal that this computer is not connected with, nor without TLS', async () => {
  expect(await type('account', '--token', 'secret', '--portal', 'https://other.example')).toMatchObject({ code: 3 });
  await connectWith(portal, 'https://second.example');
  expect((await type('account', '--token', 'secret')).complaint).toContain('say which with --portal');
  await connectWith('http://plain.example');
  expect((await type('account', '--token', 'secret')).complaint).toContain('not protected by TLS');
  await connectWith();
  expect((await type('account', '--token', 'secret')).complaint).toContain('not connected with a portal yet');
  expect(asked).toEqual([]);
});

test('what the server says instead of an account is told, with what to do', async () => {
  const code = 'device_token_wrong';
  reply = { status: 403, body: { code, message: 'This token was used.', correlationId: 'x' } };
  expect((await type('account', '--token', 'used')).complaint).toBe(
    'This token was used.\nOpen the download page again: it gives a fresh token.',
  );
  for (const junk of ['<html>', { accountId: 'none' }, null]) {
    reply = { status: 200, body: junk };
    expect((await type('account', '--token', 'good')).complaint).toContain('nothing that is understood');
  }
  expect(JSON.parse((await type('account', '--json')).text)).toMatchObject({ accounts: [] });
});

test('a report without an account goes nowhere and says so; with one that waits it is kept', async () => {
  expect(await type('report')).toMatchObject({ code: 1, text: expect.stringContaining('no account') as unknown });
  await type('account', '--token', 'good');
  reply = { status: 503, body: 'maintenance' };
  expect(await type('report')).toMatchObject({ code: 1, text: expect.stringContaining('it waits') as unknown });
  expect(JSON.parse((await type('account', '--json')).text)).toMatchObject({ accounts: [{ waiting: 1 }] });
  reply = { status: 403, body: { code: 'device_unknown', message: 'Over.', correlationId: 'x' } };
  expect((await type('report')).text).toContain('the account is over');
});

test('an agent is not set up without an account', async () => {
  expect(await type('install', '--agent')).toMatchObject({
    code: 3,
    complaint: 'This computer has no account to report with. Take one first: workplace account --help',
  });
});

test('a damaged list of accounts is told and never taken for none', async () => {
  await mkdir(state().path, { recursive: true });
  await writeFile(join(state().path, 'accounts.json'), '{"version":1,');
  expect((await type('account')).code).toBe(3);
  expect((await type('report')).complaint).toContain('accounts.json is damaged');
  expect((await type('doctor')).text).toContain('accounts.json is damaged');
});
