import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createSigningKey,
  importSigningKey,
  publicJwk,
  signExtensionIds,
  type SigningKey,
} from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { readInstallation, writeInstallation } from '../state/installation.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { runCli } from './run-cli.ts';

/** A device token brings the ids of the extension that was made for the portal after the package was built. */
const OLD_ID = 'cnbmglijjmmmdgkhgonehoohiannpofe';
const NEW_ID = 'abcdefghijklmnopabcdefghijklmnop';
const ACCOUNT = { accountId: '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f', deviceUserId: 'ada', companyName: 'Acme' };

let folder: string;
let server: Server;
let serverKey: SigningKey;
let signIds: (deviceId: string) => Promise<string | undefined>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-token-'));
  const jwk = await createSigningKey();
  serverKey = await importSigningKey(jwk);
  signIds = (deviceId) => signExtensionIds([NEW_ID, 'no id at all'], deviceId, serverKey, 'kid');
  server = createServer((request, response) => {
    void answer(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await mkdir(join(folder, 'config/chromium'), { recursive: true });
  const portals = [{ origin, serverKey: publicJwk(jwk) }];
  await writeInstallation(state(), { version: 1, portals, extensionIds: [OLD_ID], manifests: [] });
});

async function answer(request: IncomingMessage) {
  const { deviceId } = JSON.parse(await text(request)) as { deviceId: string };
  return { ...ACCOUNT, extensionIds: await signIds(deviceId) };
}

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const state = () => ({ path: join(folder, 'state'), isUsual: true });

async function takeToken(): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const environment = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  const code = await runCli(['account', '--token', 'good'], {
    program: { code: import.meta.filename, launcher: null },
    state: state(),
    system: openLocalSystem({ rootFolder: join(folder, 'root'), environment, now: () => new Date() }),
    terminal: {
      print: (line) => said.push(line),
      complain: (line) => said.push(line),
      confirm: async () => false,
    },
    developmentHelp: [],
    web: async () => openWeb(openConnection(async () => ({}))),
    random: () => 0,
  });
  return { code, said: said.join('\n') };
}

async function knownIds(): Promise<readonly string[]> {
  const read = await readInstallation(state());
  if (read.state !== 'read') throw new Error(read.detail);
  return read.value.extensionIds;
}

const manifest = () =>
  readFile(join(folder, 'config/chromium/NativeMessagingHosts/com.vestibule.workplace.json'), 'utf8').catch(() => null);

test('the extensions that the portal’s server signed are let in, and browsers are told', async () => {
  expect(await takeToken()).toMatchObject({
    code: 0,
    said: expect.stringContaining(`by the extension ${NEW_ID} now`) as unknown,
  });
  expect(await knownIds()).toEqual([OLD_ID, NEW_ID]);
  expect(JSON.parse((await manifest()) ?? '')).toMatchObject({
    allowed_origins: [`chrome-extension://${OLD_ID}/`, `chrome-extension://${NEW_ID}/`],
  });
  expect((await takeToken()).said).not.toContain('extension');
});

test.each([
  [
    'another server signed',
    async (deviceId: string) => {
      const stranger = await importSigningKey(await createSigningKey());
      return signExtensionIds([NEW_ID], deviceId, stranger, 'kid');
    },
  ],
  ['were signed for another computer', () => signExtensionIds([NEW_ID], crypto.randomUUID(), serverKey, 'kid')],
  ['no one signed', async () => NEW_ID],
  ['are not there', async () => undefined],
])('ids that %s let no one in, and the account is taken all the same', async (_, sign) => {
  signIds = sign;
  const { code, said } = await takeToken();
  expect(code).toBe(0);
  expect(said).toContain('Acme');
  expect(await knownIds()).toEqual([OLD_ID]);
  expect(await manifest()).toBeNull();
});
