import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE_PATH } from '@vestibule/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USER_AGENTS } from '../packages/policy/src/compatibility/user-agents.ts';
import { administer } from './support/administration.ts';
import { type Gate, startGate } from './support/gate.ts';
import { keepSeen } from './support/seen-pictures.ts';
import { simulateWindows } from './support/simulated-computer.ts';
import { startBrowser, startVisitor } from './support/visitors.ts';

/**
 * What docs/specification/seen.md shows of Windows and macOS: a real Chromium and the real gate, and a computer that is
 * made of samples. `VESTIBULE_SEEN=1` keeps the pictures.
 */
const POLICY = `version: 1
workplaceAccessPolicy: Strict
checks:
  OSSupported: { severity: required }
  OsAutoUpdateEnable: { severity: sign-in-stopper }
  DeviceEncrypted: { severity: recommended }
  ManagedDevice: { severity: recommended }
`;
const UPDATES_OFF = { state: 'off', mechanism: 'Windows Update' };

let folder: string;
let gate: Gate;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-seen-'));
  [gate, browser] = await Promise.all([startGate(folder, POLICY, false), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await gate.stop();
  await rm(folder, { recursive: true, force: true });
});

async function visit(agent: keyof typeof USER_AGENTS, facts?: Readonly<Record<string, unknown>>): Promise<Page> {
  const { page, context } = await startVisitor(browser, {
    userAgent: USER_AGENTS[agent],
    viewport: { width: 1000, height: 640 },
  });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined }));
  if (facts !== undefined) await simulateWindows(page, { facts: { automaticUpdates: UPDATES_OFF, ...facts } });
  const data = { login: 'nadia', password: 'doorway-2026' };
  expect((await context.request.post(`${gate.url}/api/online/v1/sign-in`, { data })).status()).toBe(200);
  await page.goto(`${gate.url}${BASE_PATH}/`);
  return page;
}

test.each([
  ['not-encrypted', 'encryption-turn-on', /15 minutes/],
  ['suspended', 'encryption-resume', /Continue resumes it at once/],
])('[S4.050, S4.051] encryption that is %s: the window says what will happen', async (state, name, words) => {
  const page = await visit('chromeWindows', { encryption: { state, volume: 'C:' }, management: { services: [] } });
  await page.getByRole('heading', { level: 1, name: 'Resolve compliance issues' }).waitFor();
  const row = page.getByRole('region', { name: 'To stay protected, consider fixing these issues:' });
  await row.getByRole('button', { name: 'Fix it for me' }).first().click();
  const alert = page.getByRole('dialog');
  await alert.getByText(words).first().waitFor();
  await keepSeen(page, name);
  // Closed by itself or by the person, the focus is somewhere.
  await page.keyboard.press('Escape');
  await alert.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('a critical notice, and a row with three buttons that keeps “What we found” on its line', async () => {
  const page = await visit('chromeWindows', {
    encryption: { state: 'encrypted', volume: 'C:' },
    management: { services: [] },
  });
  await page.getByRole('alert').waitFor();
  await keepSeen(page, 'issues', { width: 1000, height: 760 });
  const row = page.getByRole('listitem').filter({ hasText: 'Automatic updates are turned off' });
  await row.getByRole('button', { name: 'Show the steps' }).waitFor();
  const middleOf = async (name: string | RegExp) => {
    const box = await row.getByRole('button', { name }).boundingBox();
    return box === null ? Number.NaN : box.y + box.height / 2;
  };
  expect(Math.abs((await middleOf('Fix it for me')) - (await middleOf(/^What we found/)))).toBeLessThan(2);
});

test('the window of managed devices promises what the company wrote', async () => {
  const managedDeviceService = { name: 'Fleet', enrollUrl: 'https://fleet.example/', mayOptOut: true };
  const admin = await administer(folder);
  await admin.ask('adminSetSettings', { body: { set: { managedDeviceService } } });
  const page = await visit('chromeWindows', {
    encryption: { state: 'encrypted', volume: 'C:' },
    management: { services: [] },
  });
  await page.getByRole('dialog', { name: 'Let Alderbrook manage this computer' }).waitFor();
  // Not over the running scan.
  await page.getByRole('heading', { level: 1, name: 'Resolve compliance issues', includeHidden: true }).waitFor();
  await keepSeen(page, 'managed-devices');
  await admin.ask('adminSetSettings', { body: { reset: ['managedDeviceService'] } });
});

test.each([
  ['chromeWindows7', 'unsupported-windows-7', 'Windows 7'],
  ['safariMac', 'safari', 'Safari'],
] as const)('%s is told what it is and what to do', async (agent, name, called) => {
  const page = await visit(agent);
  await page.getByRole('heading', { level: 1, name: 'Unsupported operating system or browser' }).waitFor();
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).toContain(called);
  expect(text).not.toContain('6.1');
  await keepSeen(page, name, { width: 1000, height: 1160 });
});
