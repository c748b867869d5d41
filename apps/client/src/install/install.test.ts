import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInstallation } from '../state/installation.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { diagnose } from './doctor.ts';
import { hostManifestSchema } from './host-manifest.ts';
import { type InstallTools, install, uninstall } from './install.ts';

const chromiumId = 'cnbmglijjmmmdgkhgonehoohiannpofe';
const firefoxId = 'workplace@vestibule.example';
let folder: string;
let tools: InstallTools;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-install-'));
  const launcher = join(folder, 'workplace');
  const code = join(folder, 'workplace.mjs');
  await writeFile(launcher, '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(code, '');
  const environment = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  tools = {
    program: { code, launcher },
    state: { path: join(folder, 'state'), isUsual: true },
    system: openLocalSystem({ environment, now: () => new Date(Date.now() + 1000) }),
  };
  for (const browser of ['google-chrome', 'chromium'])
    await mkdir(join(folder, 'config', browser), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function request(origin: string, profile = true) {
  return {
    portal: { origin, serverKey: publicJwk(await createSigningKey()) },
    extensionIds: [chromiumId, firefoxId],
    browserProfile: profile ? join(folder, 'profile') : undefined,
  };
}

const manifestIn = (path: string) => join(path, 'NativeMessagingHosts/com.vestibule.workplace.json');
const readManifest = async (path: string) =>
  hostManifestSchema.parse(JSON.parse(await readFile(manifestIn(path), 'utf8')));

test('a profile of its own is registered alone, and nothing else is touched', async () => {
  const result = await install(await request('https://portal.example'), tools);
  expect(result).toMatchObject({ ok: true, manifests: [{ path: manifestIn(join(folder, 'profile')) }] });
  expect(await readManifest(join(folder, 'profile'))).toEqual({
    name: 'com.vestibule.workplace',
    description: 'Workplace',
    path: tools.program.launcher,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${chromiumId}/`],
  });
  expect(existsSync(manifestIn(join(folder, 'config/chromium')))).toBe(false);
});

test('every browser found is registered, those that are not there are not made', async () => {
  await install(await request('https://portal.example', false), tools);
  expect(existsSync(manifestIn(join(folder, 'config/chromium')))).toBe(true);
  expect(existsSync(manifestIn(join(folder, 'config/google-chrome')))).toBe(true);
  expect((await readdir(join(folder, 'config'))).toSorted()).toEqual(['chromium', 'google-chrome']);
});

test('a second portal is added, the same portal gets its new key', async () => {
  await install(await request('https://portal.example'), tools);
  await install(await request('https://other.example'), tools);
  const renewed = await request('https://portal.example');
  await install(renewed, tools);
  const installation = await readInstallation(tools.state);
  if (installation.state !== 'read') throw new Error(installation.detail);
  expect(installation.value.portals.map(({ origin }) => origin)).toEqual([
    'https://other.example',
    'https://portal.example',
  ]);
  expect(installation.value.portals[1]?.serverKey).toEqual(renewed.portal.serverKey);
  expect(installation.value.manifests).toHaveLength(1);
});

test('uninstall takes back what install wrote and leaves what others wrote', async () => {
  await install(await request('https://portal.example', false), tools);
  const others = manifestIn(join(folder, 'config/google-chrome'));
  await writeFile(others, '{"name":"com.other.program"}');
  await uninstall(tools);
  expect(existsSync(manifestIn(join(folder, 'config/chromium')))).toBe(false);
  expect(await readFile(others, 'utf8')).toContain('com.other.program');
  expect(await readdir(tools.state.path)).toEqual(['device.json', 'installation.json']);
});

test('another state folder gets an entry of its own that names it', async () => {
  const own = { ...tools, state: { ...tools.state, isUsual: false } };
  await install(await request('https://portal.example'), own);
  const { path } = await readManifest(join(folder, 'profile'));
  expect(path).toBe(join(tools.state.path, 'workplace-host'));
  expect(await readFile(path, 'utf8')).toContain(`'${tools.program.launcher}' '--state' '${tools.state.path}'`);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('the doctor finds nothing after an installation, and says what to do about each thing that breaks', async () => {
  const complaints = async () => (await diagnose(tools)).filter(({ ok }) => !ok).map(({ text }) => text);
  expect((await complaints()).join('\n')).toMatch(/^Workplace is not set up: .* is missing\. Run the/);
  await install(await request('https://portal.example'), tools);
  expect(await complaints()).toEqual([]);
  await uninstall(tools);
  expect(await complaints()).toEqual([expect.stringMatching(/not connected with a portal or a browser\. Run the/)]);
  await install(await request('https://portal.example'), tools);
  await chmod(tools.state.path, 0o755);
  expect(await complaints()).toEqual([expect.stringContaining('chmod 700')]);
  await chmod(tools.state.path, 0o700);
  await chmod(join(folder, 'workplace'), 0o644);
  expect(await complaints()).toEqual([expect.stringContaining('cannot be started')]);
  await chmod(join(folder, 'workplace'), 0o755);
  const manifest = manifestIn(join(folder, 'profile'));
  const complete = await readFile(manifest, 'utf8');
  await writeFile(manifest, JSON.stringify({ ...hostManifestSchema.parse(JSON.parse(complete)), allowed_origins: [] }));
  expect(await complaints()).toEqual([expect.stringContaining(`does not admit the extension ${chromiumId} yet`)]);
  await rm(manifest);
  expect(await complaints()).toEqual([expect.stringContaining('is gone')]);
});
