import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installForEveryone, uninstallForEveryone } from '../install/install-machine.ts';
import { openLocalSystem } from '../system/local-system.ts';
import { writeInstallation } from './installation.ts';
import { PROVISIONING_FILE, readConnections } from './provisioning.ts';

const extensionId = 'cnbmglijjmmmdgkhgonehoohiannpofe';
let folder: string;
const state = () => ({ path: join(folder, 'state'), isUsual: false });
const program = () => ({ code: join(folder, 'workplace.mjs'), launcher: join(folder, 'workplace') });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-provisioning-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function newKey() {
  return publicJwk(await createSigningKey());
}

const pack = (content: unknown) => writeFile(join(folder, PROVISIONING_FILE), JSON.stringify(content));

test('a computer that only has the package answers its portals, for its extensions', async () => {
  const serverKey = await newKey();
  const portals = [{ origin: 'https://portal.example', serverKey }];
  await pack({ version: 1, portals, extensionIds: [extensionId] });
  expect(await readConnections(state(), program())).toEqual({
    state: 'read',
    value: { version: 1, portals, extensionIds: [extensionId], manifests: [] },
  });
});

test("a person's own key for a portal comes before the package's, and other portals stay", async () => {
  const [own, packed] = [await newKey(), await newKey()];
  await writeInstallation(state(), {
    version: 1,
    portals: [{ origin: 'https://portal.example', serverKey: own }],
    extensionIds: ['own@example'],
    manifests: [],
  });
  const portals = ['https://portal.example', 'https://other.example'].map((origin) => ({ origin, serverKey: packed }));
  await pack({ version: 1, portals, extensionIds: [extensionId, 'own@example'] });
  const read = await readConnections(state(), program());
  expect(read.state === 'read' && read.value.portals).toEqual([
    { origin: 'https://portal.example', serverKey: own },
    { origin: 'https://other.example', serverKey: packed },
  ]);
  expect(read.state === 'read' && read.value.extensionIds).toEqual(['own@example', extensionId]);
});

test.each([[{ version: 2 }], [{ version: 1, portals: [], extensionIds: [extensionId] }], ['no object']])(
  'a damaged provisioning file %j connects with no one',
  async (content) => {
    await pack(content);
    expect(await readConnections(state(), program())).toMatchObject({ state: 'damaged' });
  },
);

test('a program that others than an administrator can change is not given to everyone', async () => {
  const serverKey = await newKey();
  await pack({ version: 1, portals: [{ origin: 'https://portal.example', serverKey }], extensionIds: [extensionId] });
  await writeFile(program().code, '');
  await writeFile(program().launcher, '', { mode: 0o777 });
  const tools = { program: program(), system: openLocalSystem({ environment: {}, now: () => new Date() }) };
  expect(await installForEveryone(tools)).toMatchObject({ ok: false, detail: expect.stringContaining(folder) });
  expect(await uninstallForEveryone(tools)).toEqual([]);
});

test('without a package there is nothing to give to everyone', async () => {
  const tools = { program: program(), system: openLocalSystem({ environment: {}, now: () => new Date() }) };
  expect(await installForEveryone(tools)).toMatchObject({ ok: false, detail: expect.stringContaining('package') });
});
