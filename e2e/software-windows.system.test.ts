import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FixAction, publicJwkSchema, type SessionData, type SignedDocument } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signSoftware } from '@vestibule/device-keys';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOwnWeb } from '../apps/client/src/network/open-web.ts';
import { installSoftware } from '../apps/client/src/software/fetch-software.ts';
import { REFUSALS, WRONG_FILE } from '../apps/client/src/software/sentences.ts';
import { handoverPath, layDown } from '../apps/client/src/software/windows-handover.ts';
import { openLocalSystem } from '../apps/client/src/system/local-system.ts';
import { makeMsi, MANUFACTURER, msiManifest, PRODUCT_CODE } from '../apps/client/src/software/testing/msi.ts';
import { EXTENSION_ID } from '../scripts/build-extension.ts';
import { provideUpdateKeys, signerOf } from '../scripts/package/updates.ts';
import { runSoftware } from '../scripts/software.ts';
import { type BootedLinux, bootLinux } from './support/booted-linux.ts';
import { startGate } from './support/gate.ts';
import { keepSeen } from './support/seen-pictures.ts';
import { type SimulatedComputer, simulateWindows } from './support/simulated-computer.ts';
import { USER_AGENTS } from '../packages/policy/src/compatibility/user-agents.ts';
import { startBrowser, startVisitor } from './support/visitors.ts';
import { vestibule } from './support/vestibule.ts';
import { DRIVE, makeForWine, underWine } from './support/wine.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const LICENCE = 'Fleet is yours to run on this computer.\nNo warranty.';
const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
  RmmAgent: { severity: required, parameters: { agents: [fleet] } }
`;
const INSTALLED = `${DRIVE}/Program Files/Orbit/agent.txt`;
const UNINSTALL = String.raw`HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall`;

const folder = await mkdtemp(join(tmpdir(), 'vestibule-msi-'));
const updateKeys = join(folder, 'update-keys');
const keys = await provideUpdateKeys(updateKeys, () => undefined);
const booted = await boot();
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await rm(folder, { recursive: true, force: true });
});

async function boot() {
  const windows = join(folder, 'windows');
  await mkdir(windows);
  // Workplace answers no portal here: what is asked of it is an administrator's half alone.
  const serverKey = publicJwkSchema.parse({ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) });
  const provisioning = {
    version: 1 as const,
    portals: [{ origin: 'https://portal.example', serverKey }],
    extensionIds: [EXTENSION_ID],
    updateKeys: keys.map(publicUpdateKey),
  };
  const made = await makeForWine(windows, provisioning, say);
  if (!made.ok) return made;
  return bootLinux({
    installed: ['systemd-sysv', 'dbus', 'wine', 'wine64'],
    fetched: [],
    folders: { '/opt/windows': windows },
    tell: (line) => say(`Progress: Wine, ${line}`),
  });
}

describe.skipIf(!booted.ok)('Install now of an MSI, under Wine', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  const wine = underWine(linux);

  beforeAll(async () => {
    await wine.prepare();
    await wine.install();
    await wine.withTestRuntime();
    // By this folder the client knows an administrator, and Wine has none of it.
    await wine.expectToRun(['mkdir', '-p', `${DRIVE}/windows/system32/config`]);
  });

  const isThere = async (path: string) => (await linux.run(['test', '-e', path])).code === 0;
  const isListed = async (code: string) => {
    const words = ['wine', 'reg', 'query', `${UNINSTALL}\\{${code.toUpperCase()}}`, '/reg:64'];
    return (await linux.run(words, wine.options)).code === 0;
  };

  /**
   * What Windows' prompt starts, and Wine has no PowerShell to ask it with: the administrator's half, with what the person's
   * half laid down for it.
   */
  async function handOver(document: SignedDocument, path: string) {
    const id = crypto.randomUUID();
    const parcel = join(folder, id);
    await layDown(parcel, document, path);
    const there = handoverPath(id, `${DRIVE}/ProgramData`);
    await linux.write(there, await readFile(parcel));
    const { printed } = await wine.workplace('install-software', '--answer', id);
    await linux.remove(there);
    const { id: answered, printed: left } = JSON.parse(await linux.read(`${DRIVE}/Flavour/elevated-answer.json`)) as {
      id: string;
      printed: string;
    };
    expect([answered, left]).toEqual([id, printed.trim()]);
    // Nothing of a package stays.
    const place = await linux.run(['ls', `${DRIVE}/Flavour/software`]);
    expect(place.stdout.trim()).toMatch(/^(?:software\.json)?$/);
    return JSON.parse(printed) as { readonly ok: true; undo: string };
  }
  let signedAt = Date.now() - 3_600_000;
  const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const sign = async (path: string, change: Parameters<typeof msiManifest>[1] = {}, by = signerOf(keys, null)) => {
    signedAt += 1000;
    const manifest = { issuedAt: new Date(signedAt).toISOString(), notAfter: inAYear, licence: LICENCE, ...change };
    return signSoftware(await msiManifest(path, manifest), by);
  };
  const OTHER = '5b6d9a52-7c0e-4c5f-8f0b-5f0f6c1d2e02';
  const refused = (detail: unknown) => ({ ok: false, outcome: 'not-fixed', detail });

  test('another signer, a damaged file and another publisher are refused before msiexec is started', async () => {
    const path = await makeMsi(folder);
    const stranger = await createUpdateKey();
    expect(await handOver(await sign(path, {}, [stranger]), path)).toEqual(refused(REFUSALS.altered));
    const damaged = join(folder, 'damaged.msi');
    const bytes = await readFile(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(damaged, bytes);
    expect(await handOver(await sign(path), damaged)).toEqual(refused(WRONG_FILE));
    expect(await handOver(await sign(path, { publisher: 'Fleet Inc.' }), path)).toEqual(refused(WRONG_FILE));
    expect([await isThere(INSTALLED), await isListed(PRODUCT_CODE)]).toEqual([false, false]);
  });

  test('what Windows Installer ends in error is said by its number, and leaves nothing', async () => {
    const more = '<Condition Message="Not on this computer.">NEVER</Condition>';
    const path = await makeMsi(folder, { productCode: OTHER, more });
    expect(await handOver(await sign(path, { productCode: OTHER }), path)).toEqual(
      refused('The installation of Fleet failed, and nothing of it is left: Windows Installer ended with 1603.'),
    );
    expect([await isThere(INSTALLED), await isListed(OTHER)]).toEqual([false, false]);
  });

  test('is offered by the page once two people agreed, fetched through the gate and installed [S2.055, S2.056, S4.053]', async () => {
    const data = join(folder, 'data');
    await mkdir(data);
    const gate = await startGate(data, POLICY, true, { VESTIBULE_SOFTWARE_KEYS: keys.map(({ x }) => x).join(',') });
    const browser = await startBrowser();
    try {
      const visitor = await startVisitor(browser, { userAgent: USER_AGENTS.chromeWindows });
      const { page } = visitor;
      const shown = await installByPage(page, gate);
      expect(shown).toContain(MANUFACTURER);
      for (const line of LICENCE.split('\n')) expect(shown).toContain(line);
      expect(await linux.read(INSTALLED)).toBe('1.30.0');
      expect(await isListed(PRODUCT_CODE)).toBe(true);
    } finally {
      await browser.close();
      await gate.stop();
    }
  });

  async function installByPage(page: Page, gate: Awaited<ReturnType<typeof startGate>>): Promise<string> {
    const typed = (command: string) => vestibule(gate.dataFolder, `npx vestibule ${command}`);
    const path = await makeMsi(folder);
    await writeFile(join(folder, 'licence.txt'), LICENCE);
    await runSoftware([
      ...[path, '--id', 'fleet-1.30', '--for', 'RmmAgent', '--agent', 'fleet', '--name', 'Fleet'],
      ...['--publisher', MANUFACTURER, '--licence', join(folder, 'licence.txt'), '--architecture', 'x64'],
      ...['--update-keys', updateKeys],
    ]);
    const agents = (state: string) => ({ agents: { agents: [{ name: 'fleet', state }] } });
    const computer: SimulatedComputer = await simulateWindows(page, {
      facts: agents('absent'),
      repairs: { RmmAgent: agents('running') },
      install: (action, session) => fetchAndHandOver(gate.url, action, session),
    });
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByText('No management agent is installed').waitFor();
    for (const login of ['ilse', 'walt']) {
      await typed(`person add ${login} --name ${login} --email ${login}@alderbrook.example`);
      await typed(`person role ${login} administrator`);
    }
    const token = join(folder, 'walt.token');
    await typed(`software add ${path}.signed ${path} --by ilse`);
    await typed(`token create walt-approves --role administrator --owner walt --out ${token}`);
    await typed(`software approve fleet-1.30 --url ${gate.url} --token-file ${token}`);
    await page.getByRole('button', { name: 'Install now' }).click();
    const licence = page.getByRole('dialog');
    await licence.getByText(MANUFACTURER).waitFor();
    const shown = (await licence.textContent()) ?? '';
    await keepSeen(page, 'install-msi-licence');
    await licence.getByRole('button', { name: 'Accept' }).click();
    // It is a trial, and asks before the first change.
    await page.getByRole('button', { name: 'Install on this computer' }).click();
    await page.getByText('Signed in as Nadia Keller').waitFor();
    expect(computer.asked).toContain('execute-fix-action');
    return shown;
  }

  /** The client's own way to it, as on Windows: the document and the package come from the gate. */
  async function fetchAndHandOver(origin: string, { fixActionType }: FixAction, { token }: SessionData) {
    const own = join(folder, 'state');
    const system = openLocalSystem({ environment: process.env, now: () => new Date() });
    const web = openOwnWeb(system);
    try {
      const result = await installSoftware(
        { id: 'fleet-1.30', checkType: 'RmmAgent' },
        {
          ...{ web, origin, token, keys: keys.map(publicUpdateKey), platform: 'windows-x64', folder: own },
          now: () => new Date(),
          handToRoot: handOver,
          onProgress: () => undefined,
        },
      );
      return result.ok
        ? { fixActionType, outcome: 'fixed' as const }
        : { fixActionType, outcome: result.outcome, detail: result.detail };
    } finally {
      web.close();
    }
  }

  test('what is there already is left alone, and what was signed before it is not used any more', async () => {
    const path = await makeMsi(folder);
    signedAt = Date.now();
    expect(await handOver(await sign(path), path)).toEqual(
      refused(expect.stringMatching(/^The same or a newer version of Fleet is installed already/)),
    );
    const earlier = new Date(signedAt - 86_400_000).toISOString();
    expect(await handOver(await sign(path, { issuedAt: earlier }), path)).toEqual(refused(REFUSALS.replayed));
  });

  test('a package that wants a restart is installed, and the person told to restart', async () => {
    const more = '<InstallExecuteSequence><ScheduleReboot After="InstallFinalize"/></InstallExecuteSequence>';
    const path = await makeMsi(folder, { productCode: OTHER, version: '1.31.0', more });
    expect(await handOver(await sign(path, { productCode: OTHER, version: '1.31.0' }), path)).toEqual(
      refused('Save your work and restart the computer: Fleet is installed, and works after the restart.'),
    );
    expect(await isListed(OTHER)).toBe(true);
  });
});
