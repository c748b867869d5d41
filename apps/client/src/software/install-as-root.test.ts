import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoftwareManifest } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signSoftware, type UpdatePrivateKey } from '@vestibule/device-keys';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installAsRoot } from './install-as-root.ts';
import { REFUSALS, WRONG_FILE } from './sentences.ts';
import { type Deb, type DebContent, HAS_DEBIAN_TOOLS, makeDeb, makeDebian, type TestDebian } from './testing/debian.ts';
import { MANIFEST } from './testing/manifest.ts';

const NOW = new Date('2026-11-27T08:00:00.000Z');

let key: UpdatePrivateKey;
let stranger: UpdatePrivateKey;
let folder: string;
let debian: TestDebian;

beforeAll(async () => {
  [key, stranger] = await Promise.all([createUpdateKey(), createUpdateKey()]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-root-'));
  if (HAS_DEBIAN_TOOLS) debian = await makeDebian(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** In pieces, as a pipe gives them. */
async function* pieces(...parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  const whole = Buffer.concat(parts);
  for (let at = 0; at < whole.length; at += 700) yield whole.subarray(at, at + 700);
}

const lineOf = async (deb: Deb, change: Partial<SoftwareManifest> = {}, by = key) => {
  const { size, sha256 } = deb;
  return Buffer.from(`${JSON.stringify(await signSoftware({ ...MANIFEST, size, sha256, ...change }, [by]))}\n`);
};
const root = (input: AsyncIterable<Buffer>) =>
  installAsRoot(input, {
    keys: [publicUpdateKey(key)],
    platform: 'linux-x64',
    now: () => NOW,
    system: debian.system,
    place: join(folder, 'place'),
  });
const install = async (deb: Deb, change: Partial<SoftwareManifest> = {}, by = key) =>
  root(pieces(await lineOf(deb, change, by), deb.bytes));
const make = (content?: DebContent) => makeDeb(folder, content);
/** Nothing of a package stays, whatever came of it. */
const left = async () =>
  (await readdir(join(folder, 'place')).catch(() => [])).filter((name) => name !== 'software.json');
const nothing = { installed: null, status: '', left: [] };
const state = async () => ({
  installed: await debian.installedVersion(),
  status: debian.status(),
  left: await left(),
});
const refused = (detail: string) => ({ ok: false, outcome: 'not-fixed', detail });

describe.runIf(HAS_DEBIAN_TOOLS)('root, with the real dpkg and APT', { timeout: 60_000 }, () => {
  test('installs what a pinned key signed, remembers it and keeps nothing else', async () => {
    expect(await install(await make())).toEqual({
      ok: true,
      undo: 'To take it back, run as an administrator: apt-get remove vestibule-test-agent',
    });
    expect(await state()).toEqual({ installed: '1.30', status: 'installed', left: [] });
    expect(JSON.parse(await readFile(join(folder, 'place/software.json'), 'utf8'))).toEqual({
      version: 1,
      packages: { 'vestibule-test-agent': { issuedAt: MANIFEST.issuedAt, version: '1.30' } },
    });
  });

  test('a newer one takes its place; the same and an older one change nothing', async () => {
    await install(await make());
    const newer = await make({ version: '1.31' });
    expect(await install(newer, { version: '1.31' })).toMatchObject({ ok: true });
    expect(await install(newer, { version: '1.31' })).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^The same or a newer version of Fleet is installed already/),
    });
    // Signed later, and still older than what is there.
    const older = await make({ version: '1.29' });
    expect(await install(older, { version: '1.29', issuedAt: '2026-11-27T07:00:00.000Z' })).toMatchObject({
      ok: false,
    });
    expect(await state()).toEqual({ installed: '1.31', status: 'installed', left: [] });
  });

  test('what was signed before what was used here is not used any more, also where that is gone', async () => {
    const deb = await make();
    await install(deb, { issuedAt: '2026-11-27T07:00:00.000Z' });
    debian = await makeDebian(folder);
    expect(await install(deb)).toEqual(refused(REFUSALS.replayed));
    expect(await state()).toEqual(nothing);
  });

  test('another signer, and another byte, length or package than was signed are refused, with nothing done', async () => {
    const deb = await make();
    const line = await lineOf(deb);
    const flipped = Buffer.from(deb.bytes);
    flipped[deb.size - 1] = (flipped[deb.size - 1] ?? 0) ^ 1;
    const other = await make({ name: 'vestibule-other' });
    expect(await install(deb, {}, stranger)).toEqual(refused(REFUSALS.altered));
    expect(await root(pieces(line, flipped))).toEqual(refused(WRONG_FILE));
    expect(await root(pieces(line, deb.bytes, Buffer.from('x')))).toEqual(refused(WRONG_FILE));
    expect(await root(pieces(line, deb.bytes.subarray(0, -1)))).toEqual(refused(WRONG_FILE));
    expect(await root(pieces(line, other.bytes))).toEqual(refused(WRONG_FILE));
    expect(await root(pieces(line))).toEqual(refused(WRONG_FILE));
    expect(debian.ran).toEqual([]);
    // Signed, but the package says something else of itself than the manifest.
    expect(await install(other)).toEqual(refused(WRONG_FILE));
    expect(await install(deb, { version: '1.31' })).toEqual(refused(WRONG_FILE));
    expect(await install(deb, { architecture: 'any' })).toEqual(refused(WRONG_FILE));
    expect(debian.ran).toEqual(['dpkg-deb', 'dpkg-deb', 'dpkg-deb']);
    expect(await state()).toEqual(nothing);
  });

  test('a package that goes on and on is given up at the size that was signed', async () => {
    const line = await lineOf(await make());
    let given = 0;
    const input = async function* () {
      yield line;
      for (; given < 1000; given += 1) yield Buffer.alloc(1024);
    };
    expect(await root(input())).toEqual(refused(WRONG_FILE));
    expect(given).toBeLessThan(20);
  });

  test('what fails on its way is taken back, and says why', async () => {
    const failing = await make({ postinst: 'echo no licence >&2; exit 1' });
    expect(await install(failing)).toMatchObject({
      detail: expect.stringMatching(/^The installation of Fleet failed, and nothing of it is left: /),
    });
    expect(await state()).toEqual(nothing);
    const lonely = await make({ depends: 'vestibule-no-such-package' });
    expect(await install(lonely)).toMatchObject({ ok: false, outcome: 'not-fixed' });
    expect(await state()).toEqual(nothing);
    // And what is whole can be installed then.
    expect(await install(await make())).toMatchObject({ ok: true });
  });
});

test('a pipe without a document, or with an endless one, is refused before anything is written', async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(64 * 1024, 'a');
  };
  for (const input of [pieces(), pieces(Buffer.from('{}')), endless(), pieces(Buffer.from('no JSON\nabc'))]) {
    expect(await root(input)).toEqual(refused(REFUSALS.malformed));
  }
  expect(await left()).toEqual([]);
});
