import lighthouse, { desktopConfig } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { createPolicy } from '../../e2e/journeys/policies.ts';
import { freePort } from '@vestibule/testing/free-port';
import { signIn, startWorld } from '../../e2e/support/world.ts';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { type Figure, summarise } from './statistics.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const WANTED = 95;
const ATTEMPTS = 3;
const POLICY = createPolicy({ OsAutoUpdateEnable: 'required' });

type Scores = Record<(typeof CATEGORIES)[number], number>;

/**
 * What Lighthouse says about three pages as they are served to a signed-in person: home and support with one failing
 * check, download in a browser in which nothing is installed. As on a desktop computer: telephones are sent elsewhere.
 */
export async function auditPages(runs: number): Promise<readonly Figure[]> {
  const port = await freePort();
  const browserArguments = [`--remote-debugging-port=${port}`];
  const installed = await startWorld(POLICY, { hasMotion: true, browserArguments });
  const figures: Figure[] = [];
  try {
    await signIn(installed);
    await installed.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    for (const [name, path] of [
      ['home', '/device-check/'],
      ['support', '/device-check/support'],
    ] as const) {
      figures.push(...(await auditPage(name, `${installed.gate.url}${path}`, port, runs)));
    }
    await installed.computer.browser.close();
    const bare = await launchBareBrowser(browserArguments);
    try {
      await signIn({ gate: installed.gate, page: bare.pages()[0] ?? (await bare.newPage()) });
      figures.push(...(await auditPage('download', `${installed.gate.url}/device-check/download`, port, runs)));
    } finally {
      await bare.close();
    }
  } finally {
    await installed.close();
  }
  return figures;
}

/** Without the extension; what Playwright opens next to a browser's own profile is out of Lighthouse's reach. */
async function launchBareBrowser(browserArguments: readonly string[]): Promise<BrowserContext> {
  const browser = findBrowser();
  if (browser === null) throw new Error('No Chromium-family browser was found for Lighthouse.');
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', ...browserArguments];
  return chromium.launchPersistentContext('', { executablePath: browser.executable, headless: true, args });
}

async function auditPage(name: string, url: string, port: number, runs: number): Promise<readonly Figure[]> {
  const scores: Scores[] = [];
  for (let run = 0; run < runs; run += 1) scores.push(await auditPatiently(url, port));
  return CATEGORIES.map((category) =>
    summarise(
      `Lighthouse, ${category.replace('-', ' ')} of ${name}`,
      'points',
      { medianAtLeast: WANTED },
      scores.map((score) => score[category]),
    ),
  );
}

/** A trace that the browser has not recorded says nothing about the page: the page is read again. */
async function auditPatiently(url: string, port: number): Promise<Scores> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await audit(url, port);
    } catch (error) {
      if (!(error instanceof NotRead) || attempt === ATTEMPTS) throw error;
    }
  }
}

class NotRead extends Error {
  override readonly name = 'NotRead';
}

async function audit(url: string, port: number): Promise<Scores> {
  const onlyCategories = [...CATEGORIES];
  const result = await lighthouse(
    url,
    // As the computer that it is: the one that Lighthouse would pretend to be is too old to be let in.
    { port, logLevel: 'error', onlyCategories, disableStorageReset: true, emulatedUserAgent: false },
    desktopConfig,
  );
  if (result === undefined) throw new Error(`Lighthouse says nothing about ${url}.`);
  const { categories, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError !== undefined)
    throw new NotRead(`Lighthouse cannot read ${url}: ${runtimeError.code}, ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was led from ${url} to ${finalDisplayedUrl}.`);
  const pointsOf = (category: string) => (categories[category]?.score ?? Number.NaN) * 100;
  return {
    performance: pointsOf('performance'),
    accessibility: pointsOf('accessibility'),
    'best-practices': pointsOf('best-practices'),
  };
}
