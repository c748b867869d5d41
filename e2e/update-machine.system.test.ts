import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientUpdateCall, UPDATE_FILES_PATH } from '@vestibule/contracts';
import { createSigningKey, createUpdateKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, describe, expect, test } from 'vitest';
import { buildClient } from '../scripts/build-client.ts';
import { UPDATE_UNITS } from '../scripts/package/update-units.ts';
import { makeUpdate, publicUpdateKeys } from '../scripts/package/updates.ts';
import { type BootedLinux, bootLinux } from './support/booted-linux.ts';

const PLATFORM = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';
const PORT = 8099;
/** The extension that the new version's package knows instead. */
const NEW_ID = 'abcdefghijklmnopabcdefghijklmnop';
const MANIFESTS = ['/etc/opt/chrome', '/etc/chromium', '/etc/opt/edge'].map(
  (browser) => `${browser}/native-messaging-hosts/com.vestibule.workplace.json`,
);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Hands out what was published, as a portal does. */
const PORTAL = `
  const { createReadStream, existsSync } = require('node:fs');
  require('node:http').createServer((request, response) => {
    const path = request.url === ${JSON.stringify(clientUpdateCall.path.replace('{channel}', 'stable'))}
      ? '/srv/published/update/stable.json'
      : '/srv/published/update/files/' + request.url.slice(${UPDATE_FILES_PATH.length + 1});
    if (!existsSync(path)) return response.writeHead(404).end();
    createReadStream(path).pipe(response);
  }).listen(${PORT}, '127.0.0.1');
`;

const folder = await mkdtemp(join(tmpdir(), 'vestibule-machine-'));
const client = join(folder, 'client');
await buildClient({ outDir: client, build: 'release' });
const keys = [await createUpdateKey(), await createUpdateKey()] as const;
const provisioning = {
  version: 1 as const,
  portals: [{ origin: `http://127.0.0.1:${PORT}`, serverKey: publicJwk(await createSigningKey()) }],
  extensionIds: ['cnbmglijjmmmdgkhgonehoohiannpofe'],
  updateKeys: publicUpdateKeys(keys),
};
await writeFile(join(client, 'provisioning.json'), JSON.stringify(provisioning));
const bundle = join(folder, 'bundle');
await mkdir(bundle);
for (const name of await readdir(client)) {
  if (!name.endsWith('.mjs')) continue;
  const code = await readFile(join(client, name), 'utf8');
  await writeFile(join(bundle, name), code.replaceAll('3.7.0', '3.7.1'));
}
await makeUpdate(
  join(folder, 'published'),
  {
    version: '3.7.1',
    bundle,
    provisioning: { ...provisioning, extensionIds: [NEW_ID] },
    madeAt: new Date(0),
    tell: () => undefined,
  },
  { channel: 'stable', sign: keys, platforms: [PLATFORM], validDays: 30, issuedAt: new Date() },
);
const booted = await bootLinux({
  installed: ['systemd-sysv', 'dbus'],
  fetched: [],
  folders: { '/opt/workplace': client, '/srv/published': join(folder, 'published') },
  tell: (line) => say(`Progress: a Debian of its own, ${line}`),
});
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!booted.ok)('the timer that updates what is for everyone, on a booted Debian', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  const version = async () => (await linux.run(['/opt/workplace/workplace', '--version'])).stdout.trim();
  const states = async (...properties: string[]) => {
    const shown = await linux.run([
      'systemctl',
      'show',
      'workplace-update.service',
      '--property',
      properties.join(','),
    ]);
    return shown.stdout.trim().split('\n');
  };

  test('brings it up to date from within its narrow room, and says nothing is to be done the next day', async () => {
    for (const [unit, text] of Object.entries(UPDATE_UNITS)) await linux.write(`/etc/systemd/system/${unit}`, text);
    linux.start(['/opt/workplace/node', '-e', PORTAL]);
    await linux.run(['systemctl', 'daemon-reload']);
    expect(await linux.run(['systemctl', 'enable', '--now', 'workplace-update.timer'])).toMatchObject({ code: 0 });
    expect((await linux.run(['systemctl', 'list-timers', 'workplace-update.timer'])).stdout).toContain(
      '1 timers listed',
    );
    expect(await linux.run(['/opt/workplace/workplace', 'install', '--scope', 'machine'])).toMatchObject({ code: 0 });
    expect(await version()).toBe('3.7.0');

    const started = await linux.run(['systemctl', 'start', 'workplace-update.service'], { timeoutMs: 120_000 });
    const journal = (await linux.run(['journalctl', '--unit', 'workplace-update.service', '--output', 'cat'])).stdout;
    expect([started.code, journal]).toEqual([0, expect.stringContaining('Workplace 3.7.1 is in use now')]);
    expect(await version()).toBe('3.7.1');
    for (const manifest of MANIFESTS) expect(await linux.read(manifest)).toContain(`chrome-extension://${NEW_ID}/`);
    const found = await linux.run(['find', '/opt/workplace', '(', '-not', '-user', 'root', '-o', '-perm', '/022', ')']);
    expect(found.stdout).toBe('');

    expect((await linux.run(['systemctl', 'start', 'workplace-update.service'])).code).toBe(0);
    expect(await states('Result', 'ExecMainStatus')).toEqual(['Result=success', 'ExecMainStatus=0']);
  });

  test('does nothing once another person can write there, and says so', async () => {
    await linux.run(['chmod', 'o+w', '/opt/workplace/versions']);
    await linux.run(['systemctl', 'start', 'workplace-update.service']);
    const journal = (await linux.run(['journalctl', '--unit', 'workplace-update.service', '--output', 'cat'])).stdout;
    expect(journal).toContain('Others than root can write to this installation');
  });
});
