import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchTestBrowser, missingBrowser, type TestBrowser } from './test-browser.ts';

const missing = missingBrowser();
if (missing !== null) process.stdout.write(`Skipped: ${missing}\n`);

describe.skipIf(missing !== null)('the popup in a real Chromium', () => {
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchTestBrowser();
    page = await browser.openPage(`chrome-extension://${browser.extensionId}/popup.html`);
  });

  afterAll(async () => {
    await browser?.close();
  });

  test('[S1.012] shows how this computer is, from the real client, and where the portal shows more', async () => {
    await page.getByText('ada-laptop').waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/thing(s)? (to fix|could not be checked)|in order/);
    const link = page.getByRole('link', { name: 'Open the status page' });
    expect(await link.getAttribute('href')).toBe(`${browser.portal}/device-check/status`);
  });

  test('the client that it started has ended again', async () => {
    await expect.poll(() => browser.hosts()).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    const folder = process.env['VESTIBULE_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/popup-${colorScheme}.png` });
  });
});
