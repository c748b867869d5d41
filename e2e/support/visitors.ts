import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { TEST_BROWSER_ARGUMENTS } from '../../scripts/browser/test-arguments.ts';

/**
 * A real browser without the extension.
 * @param keepsPages keeps a page that was left as it was, for anyone who comes back: as browsers do, and tests mostly do not want
 * @param more arguments of the browser
 */
export async function startBrowser(keepsPages = false, more: readonly string[] = []): Promise<Browser> {
  const browser = findBrowser();
  if (browser === null) throw new Error('No Chromium-family browser was found.');
  return chromium.launch({
    executablePath: browser.executable,
    headless: true,
    args: [...TEST_BROWSER_ARGUMENTS, ...more],
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

/** Someone with a browser of their own: nothing of another one's sessions is in it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the pages did that they must not: errors of scripts, and what the content security policy refused. */
  readonly complaints: string[];
}

export async function startVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  return { context, page, complaints: listenForComplaints(page) };
}

/** What the content security policy refuses, Trusted Types among it, and what goes wrong in the scripts of a page. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A call that the server refuses is in the console too, and is no complaint.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

/** What axe finds on the page as it stands: light and dark, and both again for who asks for more contrast. */
export async function axeFindingsInEveryLook(page: Page): Promise<readonly string[]> {
  const plain = await axeFindings(page);
  await page.emulateMedia({ contrast: 'more' });
  const findings = await axeFindings(page);
  await page.emulateMedia({ contrast: 'no-preference' });
  return [...plain, ...findings.map((finding) => `more contrast, ${finding}`)];
}

/** Rules of axe that a colour scheme can break: everything else is the same in the dark. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page as it stands: by every rule in the first of these colour schemes, by the rules of colour in
 * the others. No page here has a frame of another origin: axe need not open a page of its own for what it found.
 */
export async function axeFindings(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (index === 0 ? axe : axe.withRules(RULES_OF_COLOR)).analyze();
    findings.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
}
