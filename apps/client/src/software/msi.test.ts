import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangePort, CommandResult, Outcome } from '@vestibule/checks';
import { softwareManifestSchema } from '@vestibule/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installMsi } from './msi.ts';
import { readMsiProperties } from './msi-properties.ts';
import { NO_INSTALLER, WRONG_FILE } from './sentences.ts';
import { HAS_WIXL, makeMsi, MANUFACTURER, msiManifest, PRODUCT_CODE, UPGRADE_CODE } from './testing/msi.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-msi-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The two programs of Windows as they answer: the real ones run under Wine, in the system suite. */
function windows(code: number, { before = false, after = code === 0 } = {}) {
  const ran: (readonly string[])[] = [];
  let isThere = before;
  const answer = (of: number, stdout = ''): Outcome<CommandResult> => ({
    ok: true,
    value: { code: of, stdout, stderr: '' },
  });
  const system: Pick<ChangePort, 'run'> = {
    run: async ({ tool, arguments: words }) => {
      if (tool === 'reg') return isThere ? answer(0, '    DisplayVersion    REG_SZ    1.30.0\r\n') : answer(1);
      ran.push([tool, ...words]);
      isThere = after;
      return answer(code);
    },
  };
  return { system, ran };
}

describe.runIf(HAS_WIXL)('a package of Windows Installer', () => {
  test('says of itself what it is, and nothing where it is damaged', async () => {
    const path = await makeMsi(folder, { version: '1.30.7' });
    expect(await readMsiProperties(path)).toEqual({
      productCode: PRODUCT_CODE,
      upgradeCode: UPGRADE_CODE,
      version: '1.30.7',
      manufacturer: MANUFACTURER,
    });
    const whole = await readFile(path);
    for (const size of [0, 100, 512, 1024, 4096]) {
      await truncate(path, size);
      expect(await readMsiProperties(path)).toBeNull();
      await writeFile(path, whole);
    }
    await writeFile(path, 'MZ, a program');
    expect(await readMsiProperties(path)).toBeNull();
  });

  test('is installed by msiexec with words of our own, and never another', async () => {
    const path = await makeMsi(folder);
    const { system, ran } = windows(0);
    expect(await installMsi(path, await msiManifest(path), system)).toEqual({
      ok: true,
      undo: `To take it back, run as an administrator: msiexec /x {${PRODUCT_CODE.toUpperCase()}}`,
    });
    expect(ran).toEqual([['msiexec', '/i', path, '/qn', '/norestart', 'ALLUSERS=1']]);
  });

  test.each([
    ['publisher', { publisher: 'Fleet Inc.' }],
    ['version', { version: '1.30.1' }],
    ['product', { productCode: UPGRADE_CODE }],
    ['family', { packageName: PRODUCT_CODE }],
  ])('of another %s than was signed is refused before msiexec is started', async (_, change) => {
    const path = await makeMsi(folder);
    const { system, ran } = windows(0);
    expect(await installMsi(path, await msiManifest(path, change), system)).toMatchObject({ detail: WRONG_FILE });
    expect(ran).toEqual([]);
  });

  test('that is there already is left alone', async () => {
    const path = await makeMsi(folder);
    const { system, ran } = windows(0, { before: true });
    expect(await installMsi(path, await msiManifest(path), system)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^The same or a newer version of Fleet is installed already/),
    });
    expect(ran).toEqual([]);
  });

  test.each([
    [1602, false, 'cancelled', 'The installation was cancelled, so nothing was installed. Try again.'],
    [1223, false, 'cancelled', 'The installation was cancelled, so nothing was installed. Try again.'],
    [
      1618,
      false,
      'not-fixed',
      'Another installation is running on this computer. Wait until it has ended, then try again.',
    ],
    [
      1625,
      false,
      'not-possible',
      'Your company does not allow this installation on this computer. Ask your administrator.',
    ],
    [
      3010,
      true,
      'not-fixed',
      'Save your work and restart the computer: Fleet is installed, and works after the restart.',
    ],
    [
      1641,
      true,
      'not-fixed',
      'Save your work and restart the computer: Fleet is installed, and works after the restart.',
    ],
    [
      3010,
      false,
      'not-fixed',
      'The installation of Fleet failed, and nothing of it is left: Windows Installer ended with 3010.',
    ],
    [
      1603,
      false,
      'not-fixed',
      'The installation of Fleet failed, and nothing of it is left: Windows Installer ended with 1603.',
    ],
    // Success is what Windows lists, not what the program ends with.
    [
      0,
      false,
      'not-fixed',
      'The installation of Fleet failed, and nothing of it is left: Windows Installer ended with 0.',
    ],
  ])('where msiexec ends with %i (listed then: %s): %s, “%s”', async (code, after, outcome, detail) => {
    const path = await makeMsi(folder);
    const { system } = windows(code, { after });
    expect(await installMsi(path, await msiManifest(path), system)).toEqual({ ok: false, outcome, detail });
  });

  test('where there is no Windows Installer, that is said', async () => {
    const path = await makeMsi(folder);
    const system: Pick<ChangePort, 'run'> = { run: async () => ({ ok: false, reason: 'tool-missing', detail: '' }) };
    expect(await installMsi(path, await msiManifest(path), system)).toEqual({
      ok: false,
      outcome: 'not-possible',
      detail: NO_INSTALLER,
    });
  });

  test('is signed with its product code and upgrade code, and no Debian package with one', async () => {
    const manifest = await msiManifest(await makeMsi(folder));
    const { productCode, ...without } = manifest;
    expect(softwareManifestSchema.safeParse(manifest).success).toBe(true);
    for (const wrong of [
      without,
      { ...manifest, packageName: 'fleet-osquery' },
      { ...manifest, fileName: 'fleet.deb' },
      { ...manifest, productCode: `{${productCode}}` },
      { ...manifest, kind: 'deb', fileName: 'fleet.deb' },
    ]) {
      expect(softwareManifestSchema.safeParse(wrong).success).toBe(false);
    }
  });
});
