import type { Page } from 'playwright-core';
import { startAdministrator } from '../../../e2e/support/console.ts';
import { startBrowser } from '../../../e2e/support/visitors.ts';
import { type Figure, summarise } from '../statistics.ts';
import { type Interaction, interactionsOn, watchPage } from './interactions.ts';
import type { LargeGate } from './measure-console.ts';

/** How many times slower than this one the processor of the browser is. */
const SLOWER = 4;
const PAGES = ['computers', 'people', 'sign-ins'] as const;
/** What is on its way when the last key is let go. */
const SETTLED_MS = 1000;

export interface MeasuredPages {
  readonly figures: readonly Figure[];
  /** Every interaction, the slowest first. */
  readonly interactions: readonly Interaction[];
}

/** Looks at the pages in a real browser: rows that stand in the page, and how long an interaction takes until it is painted. */
export async function measurePages(gate: LargeGate): Promise<MeasuredPages> {
  const browser = await startBrowser();
  try {
    const { page } = await startAdministrator(browser, gate, { login: 'wren', displayName: 'Wren Figures' });
    return await measurePagesOn(page, gate.url);
  } finally {
    await browser.close();
  }
}

/** @param page of someone who is signed in and may look at all of it */
export async function measurePagesOn(page: Page, url: string): Promise<MeasuredPages> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const rows: number[] = [];
  const interactions: Interaction[] = [];
  for (const name of PAGES) {
    for (const [act, carryOut] of ACTS) {
      await page.goto(`${url}/console/${name}`);
      await page.getByRole('row').nth(10).waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await watchPage(page);
      await carryOut(page);
      rows.push(await page.getByRole('row').count());
      await page.waitForTimeout(SETTLED_MS);
      interactions.push(...(await interactionsOn(page, `${name}: ${act}`)));
    }
  }
  const times = interactions.map(({ ms }) => ms);
  return {
    figures: [
      summarise('rows in the page', 'count', { p95AtMost: 60 }, rows),
      summarise(`interaction to next paint, ${SLOWER} times slower`, 'ms', { p95AtMost: 200 }, times),
    ],
    interactions: interactions.toSorted((one, other) => other.ms - one.ms),
  };
}

const ACTS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    'typing',
    async (page) => {
      const search = page.getByRole('main').getByRole('searchbox');
      for (const letter of 'keller') await search.press(letter);
    },
  ],
  [
    'typing slowly',
    async (page) => {
      const search = page.getByRole('main').getByRole('searchbox');
      await search.pressSequentially('keller', { delay: 250 });
    },
  ],
  [
    'scrolling',
    async (page) => {
      await page.getByRole('heading', { level: 1 }).click();
      for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('PageDown');
    },
  ],
  [
    'next page',
    async (page) => {
      for (let turn = 0; turn < 4; turn += 1) {
        await page.getByRole('link', { name: 'Next page' }).click();
        await page.waitForTimeout(SETTLED_MS / 2);
      }
    },
  ],
];
