import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../../../scripts/browser/find-browser.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function startBrowser(): Promise<Browser> {
  const browser = findBrowser();
  if (browser === null) throw new Error('No Chromium-family browser was found.');
  return chromium.launch({ executablePath: browser.executable, headless: true, args: ARGUMENTS });
}

export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the pages did that they must not: errors of scripts, and what the content security policy refused. */
  readonly complaints: string[];
}

/** Somebody with a browser of their own: nothing of another one's sessions is in it. */
export async function startPerson(browser: Browser): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A call that the server refuses is in the console too, and is no complaint.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { context, page, complaints };
}

/** An authenticator that is built into the computer and recognises its owner at once. */
export async function addAuthenticator({ context, page }: Person): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** What axe finds on the page as it stands, light and dark. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    findings.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
}
