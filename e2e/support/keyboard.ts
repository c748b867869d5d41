import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const PRESSES = 40;
/** Once around the longest page, with all that stands in its frame. */
const AROUND = 80;

/** Presses Tab until the focus stands on the element with this name, as someone without a mouse does. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < AROUND; press += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Nothing named ${name} can be reached with Tab.`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = isField ? element.labels?.[0]?.textContent : element?.textContent;
    return (element?.getAttribute('aria-label') ?? label ?? '').trim();
  });
}

/**
 * Opens a window with the key on what has the focus and looks whether it can be used without a mouse: the focus goes into
 * it, stays in it both ways round, and Escape closes it and gives the focus back.
 * @param meanwhile looked at while it is open
 */
export async function expectWindowByKeyboard(page: Page, title: string, meanwhile: () => Promise<void>): Promise<void> {
  const opener = await focusedName(page);
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: title, exact: true });
  await window.waitFor();
  const isInside = () => window.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInside).toBe(true);
  await meanwhile();
  const seen = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < PRESSES / 4; press += 1) {
      await page.keyboard.press(key);
      expect(await isInside()).toBe(true);
      seen.add(await focusedName(page));
    }
  }
  expect([...seen]).toContain('Close');
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(opener);
}
