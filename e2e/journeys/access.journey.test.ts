import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { UPDATES_FILE, UPDATES_ON } from '../support/computer.ts';
import { tabTo } from '../support/keyboard.ts';
import { useWorld } from '../support/shared-world.ts';
import { signIn, type World } from '../support/world.ts';
import { createPolicy } from './policies.ts';

const startWorld = useWorld();
let world: World;

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

describe('by keyboard alone', () => {
  test('sign in, repair, and be at work', async () => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
    const { page, gate } = world;
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('textbox', { name: /login/i }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^login/i);
    await page.keyboard.type('nadia');
    await tabTo(page, /^password/i);
    await page.keyboard.type('doorway-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Resolve compliance issues' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await tabTo(page, /^fix it for me$/i);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^change this computer$/i);
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as Nadia Keller').waitFor();
  });
});

describe('axe finds nothing', () => {
  test.each(['light', 'dark'] as const)('on sign-in, issues and passed, %s', async (colorScheme) => {
    world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required', FirewallEnable: 'recommended' }), {
      colorScheme,
      settings: { '/etc/ufw/ufw.conf': 'ENABLED=no\n' },
    });
    const { page, gate, computer } = world;
    await page.goto(`${gate.workApp}/start`);
    await page.getByRole('button', { name: /^sign in$/i }).waitFor();
    await expectNoFindings(page);
    await signIn(world);
    await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    await page
      .getByRole('button', { name: /what we found/i })
      .first()
      .click();
    await expectNoFindings(page);
    await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await expectNoFindings(page);
  });
});

test('without externally_connectable the content-script bridge carries the whole sign-in', async () => {
  world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }));
  const { page, computer } = world;
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'chrome', { value: undefined });
  });
  await signIn(world);
  await page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
  await computer.writeSetting(UPDATES_FILE, UPDATES_ON);
  await page.getByText('Signed in as Nadia Keller').waitFor();
});
