import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAdministrator } from '../support/console.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { tabTo } from '../support/keyboard.ts';
import { axeFindings, startBrowser } from '../support/visitors.ts';
import { createPolicy } from './policies.ts';

const PACKAGE = 'workplace-3.7.0-x64.msi';

let browser: Browser;
let folder: string;
let gate: Gate;

beforeAll(async () => {
  browser = await startBrowser();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-packages-'));
  const downloads = join(folder, 'downloads');
  await mkdir(downloads);
  await writeFile(join(downloads, PACKAGE), 'the client');
  gate = await startGate(folder, createPolicy({}), false, { VESTIBULE_DOWNLOADS: downloads });
});
afterAll(async () => {
  await gate.stop();
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('link', { name }).click(),
  ]);
  return readFile(await file.path());
}

test('an administrator downloads Workplace from First steps, makes the extension by keyboard alone, and downloads it', async () => {
  const { page, complaints } = await startAdministrator(browser, gate, { login: 'merk', displayName: 'Ines Merk' });
  await page.goto(`${gate.url}/console/first-steps`);
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  await tabTo(page, /^Get the packages/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Packages' }).waitFor();
  await page.getByText('It was not made yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await download(page, PACKAGE)).toString()).toBe('the client');

  await tabTo(page, /^Make the extension/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Make the extension' }).waitFor();
  await page.getByText(gate.url, { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, /^Make the extension/);
  await page.keyboard.press('Enter');
  await page.getByText('The extension is made. This gate hands it out from now on.').first().waitFor();
  const files = unzipSync(await download(page, 'Download the extension with its policies'));
  expect(Object.keys(files)).toContain('policies/windows/intune.json');
  const handedOut = await fetch(`${gate.url}/downloads/extension/workplace.crx`);
  expect(Buffer.from(files['workplace.crx'] ?? []).equals(Buffer.from(await handedOut.arrayBuffer()))).toBe(true);
  expect(complaints).toEqual([]);
});
