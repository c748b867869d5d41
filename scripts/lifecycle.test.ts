import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIFECYCLE } from '@vestibule/checks';
import { parseUpdateKey, publicUpdateKey, verifyLifecycle } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runLifecycle } from './lifecycle.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-lifecycle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...more: string[]) =>
  runLifecycle(['--out', join(folder, 'out/lifecycle.json'), '--update-keys', join(folder, 'keys'), ...more]);
const made = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, 'out/lifecycle.json'), 'utf8'));
const key = async (number: 1 | 2) =>
  publicUpdateKey(parseUpdateKey(await readFile(join(folder, `keys/update-key-${number}.json`), 'utf8')));

test('the data of these sources is signed by both keys, and what a server needs of them is printed', async () => {
  const said = await run();
  const [first, second] = [await key(1), await key(2)];
  expect(said).toContain(`VESTIBULE_LIFECYCLE_KEYS=${first.x},${second.x}`);
  for (const one of [first, second]) {
    expect(await verifyLifecycle(await made(), [one])).toEqual({ ok: true, value: LIFECYCLE });
  }
});

test('data of one’s own is signed when it has the form, and refused with the place where it has not', async () => {
  const own = { ...JSON.parse(await run('--print')), version: LIFECYCLE.version + 1 } as object;
  const file = join(folder, 'own.json');
  await writeFile(file, JSON.stringify(own));
  await run('--data', file);
  expect(await verifyLifecycle(await made(), [await key(1)])).toEqual({ ok: true, value: own });
  await writeFile(file, JSON.stringify({ ...own, asOf: 'yesterday' }));
  await expect(run('--data', file)).rejects.toThrow(/own\.json has another form, at asOf/);
  await writeFile(file, JSON.stringify(own).slice(0, 900));
  await expect(run('--data', file)).rejects.toThrow(/own\.json cannot be read/);
});

test('keys in a folder that is handed out are refused', async () => {
  await expect(run('--update-keys', join(folder, 'out/keys'))).rejects.toThrow(/lies where packages are handed out/);
});
