import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideUpdateKeys } from '../scripts/package/updates.ts';
import { runSoftware } from '../scripts/software.ts';
import type { BootedLinux } from './support/booted-linux.ts';
import { type Gate, startGate } from './support/gate.ts';
import { bootForPackage, openBrowserInside } from './support/installed-debian.ts';
import { keepSeen } from './support/seen-pictures.ts';
import { vestibule } from './support/vestibule.ts';

const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
  OSSupported: { severity: required }
  RmmAgent: { severity: required, parameters: { agents: [fleet] } }
`;
const AGENT = '/opt/orbit/bin/orbit/orbit';
const UNIT = `[Service]\nExecStart=${AGENT} 600\n\n[Install]\nWantedBy=multi-user.target\n`;
const LICENCE = 'Fleet is yours to run on this computer.\nNo warranty.';

const folder = await mkdtemp(join(tmpdir(), 'vestibule-software-'));
const updateKeys = join(folder, 'update-keys');
const keys = await provideUpdateKeys(updateKeys, () => undefined);
const gate = await makeGate();
const signed = await makeAgent();
const booted = await bootForPackage(gate, folder, updateKeys);
if (!booted.ok) say(`Skipped: ${booted.reason}.`);
afterAll(async () => {
  if (booted.ok) await booted.linux.close();
  await gate.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeGate(): Promise<Gate> {
  const data = join(folder, 'data');
  await mkdir(data);
  return startGate(data, POLICY, true, { VESTIBULE_SOFTWARE_KEYS: keys.map(({ x }) => x).join(',') });
}

/** A package as an agent's maker builds it: a service of systemd that starts with it. Signed where the update keys are. */
async function makeAgent() {
  const tree = join(folder, 'fleet');
  await mkdir(join(tree, 'DEBIAN'), { recursive: true });
  await mkdir(join(tree, 'usr/lib/systemd/system'), { recursive: true });
  await mkdir(join(tree, 'opt/orbit/bin/orbit'), { recursive: true });
  await run('cp', ['/bin/sleep', join(tree, AGENT)]);
  await writeFile(join(tree, 'usr/lib/systemd/system/orbit.service'), UNIT);
  const control = [
    'Package: fleet-osquery',
    'Version: 1.30',
    'Architecture: amd64',
    'Maintainer: Test <test@example.com>',
  ];
  await writeFile(join(tree, 'DEBIAN/control'), [...control, 'Description: an agent of a test', ''].join('\n'));
  const postinst = '#!/bin/sh\nsystemctl daemon-reload\nsystemctl enable --now orbit.service\n';
  await writeFile(join(tree, 'DEBIAN/postinst'), postinst, { mode: 0o755 });
  await run('chmod', ['-R', 'go-w', tree]);
  const deb = join(folder, 'fleet.deb');
  await run('dpkg-deb', ['--build', '--root-owner-group', tree, deb]);
  await writeFile(join(folder, 'licence.txt'), LICENCE);
  await runSoftware([
    ...[deb, '--id', 'fleet-1.30', '--for', 'RmmAgent', '--agent', 'fleet', '--name', 'Fleet'],
    ...['--publisher', 'Fleet Device Management Inc.', '--licence', join(folder, 'licence.txt')],
    ...['--update-keys', updateKeys],
  ]);
  return { deb, document: `${deb}.signed` };
}

describe.skipIf(!booted.ok)('Install now, on a booted Debian with the installed package', () => {
  const linux: BootedLinux = booted.ok ? booted.linux : (undefined as never);
  let browser: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowserInside(linux, gate, folder);
    page = browser.pages()[0] ?? (await browser.newPage());
  });
  afterAll(() => browser?.close());

  /** Stands for a person who types an administrator's password, or who may not: polkit itself decides, as it does then. */
  const polkit = async (answer: 'yes' | 'no') => {
    const rule = `polkit.addRule(function (action, subject) { return subject.user === "nadia" ? "${answer}" : null; });\n`;
    await linux.write('/etc/polkit-1/rules.d/10-nadia.rules', rule);
    await linux.run(['systemctl', 'restart', 'polkit']);
  };
  const installNow = () => page.getByRole('button', { name: 'Install now' });
  const token = join(folder, 'walt.token');
  const typed = (command: string) => vestibule(gate.dataFolder, `npx vestibule ${command}`);
  const isInstalled = async () => (await linux.run(['dpkg-query', '--show', 'fleet-osquery'])).code === 0;

  test('is not offered before a second administrator approves what the server was given [S2.055]', async () => {
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).fill('nadia');
    await page.getByLabel(/^password/i).fill('doorway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByText('No management agent is installed').waitFor();
    for (const login of ['ilse', 'walt']) {
      await typed(`person add ${login} --name ${login} --email ${login}@alderbrook.example`);
      await typed(`person role ${login} administrator`);
    }
    await typed(`software add ${signed.document} ${signed.deb} --by ilse`);
    await typed(`token create walt-approves --role administrator --owner walt --out ${token}`);
    await page.reload();
    await page.getByText('No management agent is installed').waitFor();
    expect(await installNow().count()).toBe(0);
    await typed(`software approve fleet-1.30 --url ${gate.url} --token-file ${token}`);
    await installNow().waitFor();
    await keepSeen(page, 'install-now');
  });

  test('shows the licence first, and changes nothing where the system allows it not', async () => {
    await polkit('no');
    await installNow().click();
    const licence = page.getByRole('dialog');
    await licence.getByText('Fleet Device Management Inc.').waitFor();
    for (const line of LICENCE.split('\n')) expect(await licence.textContent()).toContain(line);
    await keepSeen(page, 'install-licence');
    expect(await isInstalled()).toBe(false);
    await licence.getByRole('button', { name: 'Accept' }).click();
    // It is a trial, and the computer is real.
    await page.getByRole('button', { name: 'Install on this computer' }).click();
    await page.getByText('The system did not allow the change.').waitFor();
    await keepSeen(page, 'install-refused');
    expect(await isInstalled()).toBe(false);
  });

  test('installs by the system’s prompt, and lets the person in [S2.055, S2.056, S4.053]', async () => {
    await polkit('yes');
    await page.getByRole('button', { name: /Install now|Try again/ }).click();
    await page.getByText('Installing', { exact: false }).first().waitFor();
    await keepSeen(page, 'installing');
    await page.getByText('Signed in as Nadia Keller').waitFor();
    expect(await isInstalled()).toBe(true);
    expect((await linux.run(['systemctl', 'is-active', 'orbit.service'])).stdout.trim()).toBe('active');
    const left = await linux.run([
      'find',
      '/var/lib/workplace',
      '/home/nadia',
      '-name',
      'software-*',
      '-o',
      '-name',
      'package-*',
    ]);
    expect(left.stdout).toBe('');
  });
});
