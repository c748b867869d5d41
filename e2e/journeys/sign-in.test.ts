import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { useWorld } from '../support/shared-world.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
let world: World;

const failingUpdates = { OsAutoUpdateEnable: 'required' } as const;

async function signOutEverywhere(page: Page): Promise<void> {
  await page.context().clearCookies();
}

describe('from the work application to work', () => {
  test('[S1.002, S1.004, S1.007] a required check fails, the client fixes it, the application shows the name', async () => {
    world = await startWorld(createPolicy(failingUpdates));
    const { page, computer } = world;
    await signIn(world);
    await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
    const required = page.getByRole('region', { name: 'To connect to work, fix these required security issues:' });
    await required.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();

    await required.getByRole('button', { name: 'Fix it for me' }).click();
    const consent = page.getByRole('dialog');
    await consent
      .getByText(/changes this very computer/i)
      .first()
      .waitFor();
    await consent.getByRole('button', { name: 'Change this computer' }).click();

    await page.getByText('Signed in as Nadia Keller').waitFor();
    const written = await readFile(join(computer.systemRoot, UPDATES_FILE), 'utf8');
    expect(written).toContain('APT::Periodic::Unattended-Upgrade "1";');
  });

  test('[S4.037] the person repairs the setting elsewhere, and the portal goes on without a click', async () => {
    world = await startWorld(createPolicy(failingUpdates));
    const { page, computer } = world;
    await signIn(world);
    await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('the relay state comes back byte for byte', async () => {
    world = await startWorld(createPolicy(failingUpdates), { settings: { [UPDATES_FILE]: UPDATES_ON } });
    const { page, gate } = world;
    await page.goto(`${gate.workApp}/start?return=/inbox%3Ffolder%3DM%C3%BCnch%20%26%20S%C3%B6hne`);
    await page.getByRole('textbox', { name: /login/i }).fill('tomas');
    await page.getByLabel(/^password/i).fill('hallway-2026');
    await page.getByRole('button', { name: /^sign in$/i }).click();
    await page.getByText('Signed in as Tomás Rivera').waitFor();
  });
});

describe('Continue', () => {
  test('only recommended checks fail: Continue works', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'recommended' }));
    const { page } = world;
    await signIn(world);
    await page.getByRole('heading', { name: 'To stay protected, consider fixing these issues:' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });

  test('[S4.041] required fails under Strict: Continue is not there', async () => {
    world = await startWorld(createPolicy(failingUpdates));
    const { page } = world;
    await signIn(world);
    await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  });
});

test('of three tabs at the sign-in page, the others go on once one is signed in, and Back leaves them', async () => {
  world = await startWorld(createPolicy(failingUpdates), { settings: { [UPDATES_FILE]: UPDATES_ON } });
  const { page, gate, computer } = world;
  const open = async () => {
    const tab = await computer.browser.newPage();
    await tab.goto(`${gate.workApp}/start`);
    await tab.getByRole('textbox', { name: /login/i }).waitFor();
    return tab;
  };
  const [shown, loaded] = [await open(), await open()];
  await page.bringToFront();
  await signIn(world);
  await page.getByText('Signed in as Nadia Keller').waitFor();

  await shown.bringToFront();
  await shown.evaluate(() => window.dispatchEvent(new Event('focus')));
  await shown.getByText('Signed in as Nadia Keller').waitFor();
  await loaded.bringToFront();
  await loaded.reload();
  await loaded.getByText('Signed in as Nadia Keller').waitFor();
  await shown.goBack();
  await expect.poll(() => new URL(shown.url()).pathname).not.toBe('/online/');
});

describe('in one browser, one after the other', () => {
  test('the same person signs in twice, and another person after that', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
      settings: { [UPDATES_FILE]: UPDATES_ON },
    });
    const { page } = world;
    await signIn(world);
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await signOutEverywhere(page);
    await signIn(world);
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await signOutEverywhere(page);
    await signIn(world, 'tomas', 'hallway-2026');
    await page.getByText('Signed in as Tomás Rivera').waitFor();
  });

  test('a second application in the same sign-in needs no password', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), {
      settings: { [UPDATES_FILE]: UPDATES_ON },
    });
    const { page, gate } = world;
    await signIn(world);
    await page.getByText('Signed in as Nadia Keller').waitFor();
    await page.context().clearCookies({ domain: new URL(gate.workApp).hostname });
    await page.goto(`${gate.workApp}/start`);
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });
});

describe('a bad day', () => {
  test('kill -9 of the server in the middle of a sign-in: after a restart the person goes on', async () => {
    world = await startWorld(createPolicy(failingUpdates));
    const { page, gate, computer } = world;
    await signIn(world);
    await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    await gate.crashAndRestart();
    await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
    await page.getByText('Signed in as Nadia Keller').waitFor({ timeout: 60_000 });
    await expect(access(join(gate.dataFolder, 'server.lock'))).resolves.toBeUndefined();
  });
});
