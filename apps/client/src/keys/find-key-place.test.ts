import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findKeyPlace, type KeySystem } from './find-key-place.ts';

const MODULE = join(import.meta.dirname, 'find-key-place.ts');
const NOBODY = 65_534;
const TSS = 989;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vestibule-place-'));
  await mkdir(join(root, 'dev'));
  await chmod(root, 0o755);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const system: KeySystem = {
  operatingSystem: 'linux',
  toReal: (path: string) => join(root, path),
  readFile: async () => ({ ok: true, value: `root:x:0:\ntss:x:${TSS}:\n` }),
  user: { id: NOBODY, name: 'ada', home: '/' },
  now: () => new Date(0),
};

test('keys go into the TPM where its device can be opened', async () => {
  await writeFile(join(root, 'dev/tpmrm0'), '');
  expect(await findKeyPlace(system)).toEqual({ protection: 'tpm', path: join(root, 'dev/tpmrm0') });
});

test.each([
  ['linux', /^this computer has no TPM 2.0 that Linux knows of/],
  ['windows', /TPM of Windows/],
  ['macos', /Secure Enclave/],
] as const)('on %s without one it is said why they are in a file', async (operatingSystem, why) => {
  expect(await findKeyPlace({ ...system, operatingSystem })).toEqual({
    protection: 'file',
    why: expect.stringMatching(why) as string,
  });
});

/** Root may open everything, so that another person has to look. */
test.runIf(process.getuid?.() === 0)('whose the device is stands in the reason not to use it', async () => {
  const device = join(root, 'dev/tpmrm0');
  await writeFile(device, '');
  await chown(device, 0, TSS);
  await chmod(device, 0o660);
  const program = `
    import { findKeyPlace } from ${JSON.stringify(MODULE)};
    const system = {
      operatingSystem: 'linux', user: { name: 'ada' }, toReal: (path) => ${JSON.stringify(root)} + path,
      readFile: async () => ({ ok: true, value: 'tss:x:${TSS}:' }),
    };
    console.log((await findKeyPlace(system)).why);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`.trim()).toBe(`${device} belongs to group tss, and ada may not use it`);
});
