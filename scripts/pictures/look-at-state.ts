import axe, { type AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import type { Application } from './applications.ts';
import { heightOf, isKept, type Look, LOOKS, NARROWEST } from './looks.ts';

/** Skeletons show after 300 ms and modals fade for 250 ms. */
const SETTLED_MS = 350;
const ATTEMPTS = 8;
/** The language with the longest words. */
const LONGEST = 'de';

export interface Sight {
  readonly application: Application;
  readonly context: BrowserContext;
  /** Of the gallery. */
  readonly address: string;
  /** Given each picture that is kept. @returns one sentence when it is not as it was */
  readonly check: (name: string, picture: Buffer) => Promise<string | null>;
}

/** Shows one state in every look. @returns what is wrong with it, a sentence each */
export async function lookAtState(sight: Sight, state: string): Promise<readonly string[]> {
  const findings: string[] = [];
  const page = await sight.context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') findings.push(`${state}: ${message.text()}`);
  });
  page.on('pageerror', (error) => findings.push(`${state}: ${error.message}`));
  try {
    await open(page, sight, state);
    for (const [width, looks] of Map.groupBy(LOOKS, (look) => look.width)) {
      await resize(page, width);
      for (const look of looks) findings.push(...(await lookOnce(page, sight, state, look)));
    }
    await page.setViewportSize({ width: NARROWEST, height: heightOf(NARROWEST) });
    findings.push(...(await seeWhetherItFits(page, state)));
    await page.goto(addressOf(sight, state, LONGEST));
    await page.getByRole('heading', { level: 1 }).waitFor();
    findings.push(...(await seeWhetherItFits(page, `${state} in ${LONGEST}`)));
  } catch (error) {
    findings.push(`${state}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await page.close();
  }
  return findings;
}

const addressOf = ({ address }: Sight, state: string, language: string) =>
  `${address}?state=${state}&language=${language}`;

async function open(page: Page, sight: Sight, state: string): Promise<void> {
  await page.goto(addressOf(sight, state, 'en'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await sight.application.steps.get(state)?.(page);
  await page.evaluate(axe.source);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLED_MS);
}

/** As wide as wanted, and as high as the page: what a picture would reach beyond the window may be anything. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  // A modal covers what is seen of the page, not what is below.
  if ((await page.getByRole('dialog').count()) > 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > heightOf(width)) await page.setViewportSize({ width, height });
}

async function lookOnce(page: Page, sight: Sight, state: string, look: Look): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: look.colorScheme, contrast: look.contrast });
  const findings: string[] = [];
  if (isKept(state, look, sight.application.screens)) {
    const finding = await sight.check(`${state}-${look.name}`, await takePicture(page));
    if (finding !== null) findings.push(finding);
  }
  if (look.isRead) findings.push(...(await readWithAxe(page, `${state}-${look.name}`)));
  return findings;
}

/** Nothing is to be scrolled sideways. */
async function seeWhetherItFits(page: Page, name: string): Promise<readonly string[]> {
  const [wanted, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  return wanted > there ? [`${name}: ${wanted} px wide at ${there} px`] : [];
}

/** Once two pictures in a row are the same: a browser that has much to do shows the size or the theme before. */
async function takePicture(page: Page): Promise<Buffer> {
  let before = await takeNext(page);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const picture = await takeNext(page);
    if (picture.equals(before)) return picture;
    before = picture;
  }
  throw new Error('the page does not come to rest');
}

async function takeNext(page: Page): Promise<Buffer> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** axe itself, in the page since it was opened: its builder for Playwright takes several times as long. */
async function readWithAxe(page: Page, name: string): Promise<readonly string[]> {
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  return violations.map(({ id, nodes }) => `${name}: axe ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
