/**
 * Pictures of every state, light and dark, at three widths, and what axe finds in them.
 *
 *   node apps/accounts/gallery/screenshots.ts [folder] [state …]
 *
 * GALLERY_LANGUAGE=de, GALLERY_CONTRAST=more and GALLERY_WIDTHS=360,1440 change what is looked at.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { steps } from './steps.ts';

const accounts = resolve(import.meta.dirname, '..');
const results = resolve(accounts, '../../.test-results');
const [folder = join(results, 'accounts-screens'), ...wanted] = process.argv.slice(2);

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = (process.env['GALLERY_WIDTHS'] ?? '360,768,1440').split(',').map(Number);
const NARROWEST = 320;
/** Skeletons show after 300 ms and modals fade for 250 ms. */
const SETTLED_MS = 350;
const language = process.env['GALLERY_LANGUAGE'] ?? 'en';
const contrast = process.env['GALLERY_CONTRAST'] === 'more' ? 'more' : 'no-preference';
const BROWSER = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** As strict as the server's: the gallery would show what the policy refuses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const outDir = join(results, 'accounts-gallery');
const configFile = join(accounts, 'vite.config.ts');
await build({
  configFile,
  logLevel: 'warn',
  build: { outDir, rolldownOptions: { input: join(accounts, 'gallery.html') } },
});
const server = await preview({
  configFile,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': POLICY } },
});
const address = server.resolvedUrls?.local[0];
if (address === undefined) throw new Error('The gallery is not served');

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGUMENTS });
const findings: string[] = [];
const states = wanted.length > 0 ? wanted : await listStates();
for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    const context = await newContext(scheme, width);
    for (const state of states) await look(context, state, `${scheme}-${width}`);
    await context.close();
  }
}
const narrowest = await newContext('light', NARROWEST);
for (const state of states) await lookAtNarrowest(narrowest, state);
await browser.close();
await server.close();
console.log(findings.length === 0 ? `${states.length} states, no findings. ${folder}` : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;

function newContext(colorScheme: 'light' | 'dark', width: number): Promise<BrowserContext> {
  const viewport = { width, height: width < 768 ? 780 : 900 };
  return browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce', contrast });
}

async function open(context: BrowserContext, state: string, how: string): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') findings.push(`${state} ${how}: ${message.text()}`);
  });
  page.on('pageerror', (error) => findings.push(`${state} ${how}: ${error.message}`));
  await page.goto(`${address}gallery.html?state=${state}&language=${language}`);
  if (state !== '') await page.getByRole('heading', { level: 1 }).waitFor();
  if (language === 'en') await steps.get(state)?.(page);
  await page.waitForTimeout(state === '' ? 0 : SETTLED_MS);
  return page;
}

async function listStates(): Promise<readonly string[]> {
  const context = await newContext('light', 1440);
  const page = await open(context, '', 'index');
  const names = await page.getByRole('link').allTextContents();
  await context.close();
  return names;
}

async function look(context: BrowserContext, state: string, how: string): Promise<void> {
  const page = await open(context, state, how);
  // A modal covers what is seen of the page, not what is below.
  const fullPage = (await page.getByRole('dialog').count()) === 0;
  await page.screenshot({ path: join(folder, `${state}-${how}.png`), fullPage });
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    findings.push(`${state} ${how}: axe ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }
  await page.close();
}

async function lookAtNarrowest(context: BrowserContext, state: string): Promise<void> {
  const page = await open(context, state, 'narrowest');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > NARROWEST) findings.push(`${state}: ${width} px wide at ${NARROWEST} px`);
  await page.close();
}
