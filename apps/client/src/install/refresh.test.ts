import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { openConnection } from '../network/connection.ts';
import { openWeb } from '../network/web.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { type InstallTools, install } from './install.ts';
import { refreshForEveryone, refreshForPerson } from './refresh.ts';

const OLD = 'cnbmglijjmmmdgkhgonehoohiannpofe';
const NEW = 'abcdefghijklmnopabcdefghijklmnop';
const FIREFOX = 'workplace@vestibule.example';
let folder: string;
let tools: InstallTools;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-refresh-'));
  const launcher = join(folder, 'workplace');
  await writeFile(launcher, '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(folder, 'workplace.mjs'), '');
  tools = {
    program: { code: join(folder, 'workplace.mjs'), launcher },
    state: { path: join(folder, 'state'), isUsual: true },
    system: openLocalSystem({
      rootFolder: '/nowhere',
      environment: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
      now: () => new Date(),
    }),
  };
  await use('google-chrome');
  await mkdir(join(folder, '.mozilla'));
  await pack([OLD, FIREFOX]);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const use = (browser: string) => mkdir(join(folder, 'config', browser), { recursive: true });
const inFolder = (path: string) => join(path, 'NativeMessagingHosts/com.vestibule.workplace.json');
const chrome = () => inFolder(join(folder, 'config/google-chrome'));
const edge = () => inFolder(join(folder, 'config/microsoft-edge'));
const firefox = () => join(folder, '.mozilla/native-messaging-hosts/com.vestibule.workplace.json');
const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;

/** What the package of a version brings along. */
async function pack(extensionIds: readonly string[]): Promise<void> {
  const portals = [{ origin: 'https://portal.example', serverKey: publicJwk(await createSigningKey()) }];
  await writeFile(join(folder, 'provisioning.json'), JSON.stringify({ version: 1, portals, extensionIds }));
}

const connect = (browserProfile?: string) => install({ portal: null, extensionIds: [], browserProfile }, tools);

test('browsers are told the ids of the new version, and a browser that came meanwhile as well', async () => {
  await connect();
  await use('microsoft-edge');
  await pack([NEW, FIREFOX]);
  expect(await refreshForPerson(tools)).toEqual([]);
  const origins = [`chrome-extension://${NEW}/`];
  expect(await read(chrome())).toMatchObject({ allowed_origins: origins });
  expect(await read(edge())).toMatchObject({ allowed_origins: origins });
  expect(await read(firefox())).toMatchObject({ allowed_extensions: [FIREFOX] });
});

test('ids that the person added stay', async () => {
  await install({ portal: null, extensionIds: [OLD], browserProfile: undefined }, tools);
  await pack([NEW]);
  await refreshForPerson(tools);
  expect((await read(chrome()))['allowed_origins']).toEqual([OLD, NEW].map((id) => `chrome-extension://${id}/`));
});

test('a kind of browser for which the new version has no extension is shut out', async () => {
  await connect();
  await pack([NEW]);
  expect(await refreshForPerson(tools)).toEqual([]);
  expect([existsSync(chrome()), existsSync(firefox())]).toEqual([true, false]);
});

test('who connected one profile gets that one told and no other; who connected none gets none', async () => {
  expect(await refreshForPerson(tools)).toEqual([]);
  expect([existsSync(chrome()), existsSync(tools.state.path)]).toEqual([false, false]);
  await connect(join(folder, 'profile'));
  await pack([NEW]);
  await refreshForPerson(tools);
  expect(await read(inFolder(join(folder, 'profile')))).toMatchObject({
    allowed_origins: [`chrome-extension://${NEW}/`],
  });
  expect(existsSync(chrome())).toBe(false);
});

test('what is not a manifest of ours any more stays as it is', async () => {
  await connect(join(folder, 'profile'));
  await writeFile(inFolder(join(folder, 'profile')), '{"name":"another"}');
  expect(await refreshForPerson(tools)).toEqual([]);
  expect(await read(inFolder(join(folder, 'profile')))).toEqual({ name: 'another' });
});

test('for everyone nothing is told from where others than root can write', async () => {
  expect(await refreshForEveryone(tools)).toEqual([
    'This is no installation for everyone that only root can write to.',
  ]);
});

test('the command that an update runs says what went wrong', async () => {
  await connect();
  await writeFile(join(tools.state.path, 'installation.json'), '{');
  const complaints: string[] = [];
  const code = await runCli(['tell-browsers'], {
    ...tools,
    terminal: { print: () => undefined, complain: (line) => complaints.push(line), confirm: async () => false },
    developmentHelp: [],
    web: async () => openWeb(openConnection(async () => ({}))),
    random: () => 0,
  });
  expect([code, complaints]).toEqual([3, [expect.stringMatching(/installation.json is damaged/)]]);
});
