import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWN_LIMITS } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StateFolder } from './state-folder.ts';
import { claimGrant, removeExpiredGrants } from './used-grants.ts';

const MODULE = join(import.meta.dirname, 'used-grants.ts');
const GRANT = { origin: 'https://portal.example', jti: '../../1', exp: 1_800_000_000 };
const DAY_MS = 86_400_000;
let folder: StateFolder;
let grants: string;

beforeEach(async () => {
  folder = { path: await mkdtemp(join(tmpdir(), 'vestibule-grants-')), isUsual: false };
  grants = join(folder.path, 'grants');
});

afterEach(() => rm(folder.path, { recursive: true, force: true }));

test('a grant is claimed once, whatever its id looks like; another id and another portal are other grants', async () => {
  expect(await claimGrant(folder, GRANT)).toBe(true);
  expect(await claimGrant(folder, GRANT)).toBe(false);
  expect(await claimGrant(folder, { ...GRANT, exp: GRANT.exp + 1 })).toBe(false);
  expect(await claimGrant(folder, { ...GRANT, jti: '2' })).toBe(true);
  expect(await claimGrant(folder, { ...GRANT, origin: 'https://other.example' })).toBe(true);
  expect(await readdir(folder.path)).toEqual(['grants']);
  expect(await readdir(grants)).toHaveLength(3);
});

test.skipIf(process.platform === 'win32')('no one else can look at used grants', async () => {
  await claimGrant(folder, GRANT);
  const [name = ''] = await readdir(grants);
  const modes = await Promise.all([grants, join(grants, name)].map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o600]);
});

test('of several processes that claim the same grants at once exactly one gets each', async () => {
  const code = `
    const { claimGrant } = await import(${JSON.stringify(MODULE)});
    for (let turn = 0; turn < 40; turn++) {
      const grant = { ...${JSON.stringify(GRANT)}, jti: String(turn) };
      if (await claimGrant(${JSON.stringify(folder)}, grant)) console.log(turn);
    }`;
  const program = ['--input-type=module', '--eval', code];
  const runs = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, program)));
  const won = runs.flatMap(({ stdout }) =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(Number),
  );
  expect(won.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, turn) => turn));
});

test('a used grant is forgotten a day after it is no longer believed, not before', async () => {
  const end = GRANT.exp * 1000 + OWN_LIMITS.clockToleranceMs + DAY_MS;
  await removeExpiredGrants(folder, new Date(end));
  await claimGrant(folder, GRANT);
  await writeFile(join(grants, 'damaged.json'), '{');
  await removeExpiredGrants(folder, new Date(end - 1));
  expect(await claimGrant(folder, GRANT)).toBe(false);
  await removeExpiredGrants(folder, new Date(end));
  expect(await readdir(grants)).toEqual(['damaged.json']);
});
