import type { Page } from 'playwright-core';
import { afterEach, describe, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { signIn, startWorld, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

let world: World;
afterEach(() => world.close());

async function signOutEverywhere(page: Page): Promise<void> {
  await page.context().clearCookies();
}

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
