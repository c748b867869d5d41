import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, test } from 'vitest';
import { createSystem, UPDATES_FILE, UPDATES_OFF, UPDATES_ON } from './support/computer.ts';
import { findFirefox, type FirefoxComputer, startFirefoxComputer } from './support/firefox.ts';
import { type Gate, startGate } from './support/gate.ts';
import { createPolicy } from './journeys/policies.ts';

const isMissing = findFirefox() === null;
if (isMissing) process.stdout.write('Skipped: there is no Firefox here; on Debian: apt-get install firefox-esr\n');

describe.skipIf(isMissing)('in a real Firefox', () => {
  let gate: Gate;
  let computer: FirefoxComputer;

  afterEach(async () => {
    await computer?.close();
    await gate?.stop();
  });

  async function start(updates: string): Promise<Page> {
    const folder = await mkdtemp(join(tmpdir(), 'vestibule-firefox-'));
    gate = await startGate(folder, createPolicy({ OsAutoUpdateEnable: 'required' }), false);
    const settings = createSystem({ [UPDATES_FILE]: updates });
    computer = await startFirefoxComputer(join(folder, 'computer'), gate, settings);
    return computer.page;
  }

  async function signIn(page: Page): Promise<void> {
    page.setDefaultTimeout(60_000);
    await page.goto(`${gate.workApp}/start`);
    await page.locator('input[name="login"], input[autocomplete~="username"]').fill('nadia');
    await page.locator('input[type="password"]').fill('doorway-2026');
    await page.locator('::-p-aria(Sign in[role="button"])').click();
  }

  test('a required check fails, the client fixes it, the application shows the name', async () => {
    const page = await start(UPDATES_OFF);
    await signIn(page);
    await page.locator('::-p-aria(Fix it for me[role="button"])').click();
    await page.locator('::-p-aria(Change this computer[role="button"])').click();
    await page.waitForSelector('::-p-text(Signed in as Nadia Keller)');
    expect(await readFile(join(computer.systemRoot, UPDATES_FILE), 'utf8')).toContain('Unattended-Upgrade "1"');
  });

  test('after the browser was ended and started again the sign-in still counts, and the computer is checked again', async () => {
    const page = await start(UPDATES_ON);
    await signIn(page);
    await page.waitForSelector('::-p-text(Signed in as Nadia Keller)');
    const again = await computer.restart();
    again.setDefaultTimeout(60_000);
    await again.goto(`${gate.workApp}/start`);
    await again.waitForSelector('::-p-text(Signed in as Nadia Keller)');
  });
});
