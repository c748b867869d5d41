import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleClient } from '../scripts/build-client.ts';
import { assembleArchive } from '../scripts/package/archive.ts';
import { makeDebianPackage } from '../scripts/package/debian.ts';
import type { PackageInput } from '../scripts/package/program-folder.ts';
import { copyIn, makeMinimalDebian, type MinimalDebian } from './support/minimal-debian.ts';

const PERSON = 1000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'vestibule-minimal-'));
const bundle = join(folder, 'bundle');
const packages = join(folder, 'packages');
const archive = join(folder, 'archive');
await mkdir(bundle);
await mkdir(packages);
await bundleClient(bundle, 'release');
// What is tested is what the package does, not how small it is.
process.env['DPKG_DEB_COMPRESSOR_LEVEL'] = '0';
const input: PackageInput = {
  version: '3.7.0',
  bundle,
  provisioning: {
    version: 1,
    portals: [{ origin: 'http://127.0.0.1:8098', serverKey: publicJwk(await createSigningKey()) }],
    extensionIds: ['cnbmglijjmmmdgkhgonehoohiannpofe'],
  },
  madeAt: new Date(0),
  tell: () => undefined,
};
await makeDebianPackage('linux-x64', packages, input);
await assembleArchive(archive, 'linux-x64', input);
say('Progress: the base system of Debian 12, without anything else…');
const made = await makeMinimalDebian(['libatomic1', 'libstdc++6', 'procps']);
if (!made.ok) say(`Skipped: ${made.reason}.`);
afterAll(async () => {
  if (made.ok) await made.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Its files, outside the packages' database and what follows from it. */
async function filesOf({ root }: MinimalDebian): Promise<readonly string[]> {
  const parts = ['etc', 'usr', 'root', 'run', 'home', 'var/lib'];
  const found = await Promise.all(
    parts.map((part) => readdir(join(root, part), { recursive: true, withFileTypes: true })),
  );
  const paths = found
    .flat()
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  return paths.filter((path) => !/^\/var\/lib\/(dpkg|apt|systemd)\/|^\/etc\/ld\.so\.cache$/.test(path)).toSorted();
}

async function expectToWork({ run }: MinimalDebian, command: string): Promise<void> {
  expect(await run([command, '--version'], { user: PERSON })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('3.7.0'),
  });
  for (const options of [{}, { user: PERSON }]) {
    const checked = await run([command, 'check', '--json'], options);
    // 1 says that something needs attention, as it does on a system without a firewall.
    expect([checked.code, checked.stderr]).toEqual([1, '']);
    const report: unknown = JSON.parse(checked.stdout);
    expect(report).toMatchObject({
      facts: { operatingSystem: { value: { id: 'debian', version: '12' } }, antivirus: { value: { products: [] } } },
    });
  }
}

const fresh = made.ok ? made.fresh : () => Promise.reject(new Error(made.reason));

describe.runIf(made.ok)('a bare Debian', () => {
  test('the package names what a bare Debian lacks, starts there, checks, and leaves nothing', {
    timeout: 240_000,
  }, async () => {
    const debian = await fresh();
    await copyIn(debian, packages);
    const file = `/srv/${(await readdir(packages)).find((name) => name.endsWith('.deb')) ?? ''}`;
    const refused = await debian.run(['dpkg', '--install', file]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('workplace depends on libatomic1');
    await debian.run(['dpkg', '--purge', '--force-all', 'workplace']);
    // Without a network: what it needs was fetched before.
    const apt = ['apt-get', 'install', '--yes', '-qq', '--no-install-recommends'];
    expect(await debian.run([...apt, '--no-download', 'libatomic1', 'procps'])).toMatchObject({ code: 0 });
    const before = await filesOf(debian);
    expect(await debian.run([...apt, file])).toMatchObject({ code: 0 });
    await expectToWork(debian, 'workplace');
    expect(await debian.run(['apt-get', 'purge', '--yes', '-qq', 'workplace'])).toMatchObject({ code: 0 });
    expect(await filesOf(debian)).toEqual(before);
  });

  test('the archive says what a bare Debian lacks, then installs, checks, and leaves nothing', {
    timeout: 240_000,
  }, async () => {
    const debian = await fresh();
    await copyIn(debian, archive);
    const pristine = await filesOf(debian);
    const refused = await debian.run(['/srv/install.sh']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'The library libatomic.so.1 is missing. As an administrator: apt-get install libatomic1',
    );
    expect(await filesOf(debian)).toEqual(pristine);
    const needed = ['libatomic1', 'procps'];
    await debian.run(['apt-get', 'install', '--yes', '-qq', '--no-install-recommends', '--no-download', ...needed]);
    const before = await filesOf(debian);
    const installed = await debian.run(['/srv/install.sh']);
    expect(installed.stderr).toBe('');
    await expectToWork(debian, '/usr/local/bin/workplace');
    expect(await debian.run(['/srv/install.sh', '--remove'])).toMatchObject({ code: 0 });
    expect(await filesOf(debian)).toEqual(before);
  });
});
