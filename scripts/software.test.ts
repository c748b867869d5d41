import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUpdateKey, publicUpdateKey, verifySoftware } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSoftware } from './software.ts';

const NOW = new Date('2026-11-27T08:00:00.000Z');

let folder: string;
let deb: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-software-'));
  deb = join(folder, 'fleet_1.30_all.deb');
  await mkdir(join(folder, 'tree/DEBIAN'), { recursive: true });
  await writeFile(
    join(folder, 'tree/DEBIAN/control'),
    'Package: fleet-osquery\nVersion: 1.30\nArchitecture: all\nMaintainer: A <a@example.com>\nDescription: agent\n',
  );
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', join(folder, 'tree'), deb], { stdio: 'ignore' });
  await writeFile(join(folder, 'licence.txt'), 'Be kind.\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...more: string[]) =>
  runSoftware(
    [
      ...[deb, '--id', 'fleet-1.30', '--for', 'RmmAgent', '--agent', 'fleet', '--name', 'Fleet'],
      ...['--publisher', 'Fleet Inc.', '--licence', join(folder, 'licence.txt')],
      // Next to keys and package, as in the home folder of the person who signs.
      ...['--out', join(folder, 'fleet.signed'), '--update-keys', join(folder, 'keys'), ...more],
    ],
    NOW,
  );

test('what the package says of itself is signed with its hash, by either key, and what to type next is printed', async () => {
  const said = await run();
  const keys = await Promise.all(
    [1, 2].map(async (number) =>
      publicUpdateKey(parseUpdateKey(await readFile(join(folder, `keys/update-key-${number}.json`), 'utf8'))),
    ),
  );
  expect(said).toContain(`VESTIBULE_SOFTWARE_KEYS=${keys.map(({ x }) => x).join(',')}`);
  const document: unknown = JSON.parse(await readFile(join(folder, 'fleet.signed'), 'utf8'));
  for (const key of keys) {
    expect(await verifySoftware(document, [key])).toMatchObject({
      ok: true,
      value: {
        packageName: 'fleet-osquery',
        version: '1.30',
        architecture: 'any',
        fileName: 'fleet_1.30_all.deb',
        sha256: createHash('sha256')
          .update(await readFile(deb))
          .digest('hex'),
        licence: 'Be kind.',
        notAfter: '2027-11-27T08:00:00.000Z',
      },
    });
  }
});

test('what is missing or wrong is named, and nothing is written', async () => {
  await expect(run('--version', '1.31')).rejects.toThrow('--version 1.31 is not what the package says: 1.30');
  await expect(run('--for', 'FirewallEnable')).rejects.toThrow(
    '--for takes the check that the package makes pass: FciAgentRunning or RmmAgent.',
  );
  await expect(run('--days', '9999')).rejects.toThrow('--days takes a number from 1 to 730.');
  await expect(run('--licence', join(folder, 'none'))).rejects.toThrow('cannot be read');
  await expect(run('--publisher', '')).rejects.toThrow(
    '--publisher is missing or not taken. It takes one line of up to 100 letters.',
  );
  await writeFile(deb, 'no package');
  await expect(run('--package', 'fleet', '--version', '1.30', '--architecture', 'amd64')).rejects.toThrow(
    '--architecture is missing or not taken. It takes any, x64, arm64 (amd64 is x64).',
  );
  await expect(run(join(folder, 'other.deb'))).rejects.toThrow('Name one package.');
  await expect(readFile(join(folder, 'fleet.signed'))).rejects.toThrow('ENOENT');
});

test('keys in the data folder of a server are refused', async () => {
  await writeFile(join(folder, 'master.key'), '');
  await expect(run()).rejects.toThrow(/lies in the data folder of a server/);
});
