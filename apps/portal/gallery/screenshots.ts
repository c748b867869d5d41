/**
 * Pictures of every state, light and dark, at three widths, and what axe finds in them.
 *
 *   node apps/portal/gallery/screenshots.ts [folder] [state …]
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const portal = resolve(import.meta.dirname, '..');
const results = resolve(portal, '../../.test-results');
const [folder = join(results, 'screens'), ...wanted] = process.argv.slice(2);

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 768, 1440];
const NARROWEST = 320;
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
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

const outDir = join(results, 'gallery');
const configFile = join(portal, 'vite.config.ts');
await build({
  configFile,
  logLevel: 'warn',
  build: { outDir, rolldownOptions: { input: join(portal, 'gallery.html') } },
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
const states = wanted.length > 0 ? wanted : await listStates(browser);
for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    for (const state of states) await look(browser, state, scheme, width);
  }
}
for (const state of states) await lookAtNarrowest(browser, state);
await browser.close();
await server.close();
console.log(findings.length === 0 ? `${states.length} states, no findings. ${folder}` : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;

async function open(from: Browser, state: string, scheme: 'light' | 'dark', width: number): Promise<Page> {
  const context = await from.newContext({
    colorScheme: scheme,
    viewport: { width, height: width < 768 ? 780 : 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') findings.push(`${state} ${scheme} ${width}: ${message.text()}`);
  });
  page.on('pageerror', (error) => findings.push(`${state} ${scheme} ${width}: ${error.message}`));
  await page.goto(`${address}gallery.html?state=${state}`, { waitUntil: 'networkidle' });
  return page;
}

async function listStates(from: Browser): Promise<readonly string[]> {
  const page = await open(from, '', 'light', 1440);
  const names = await page.getByRole('link').allTextContents();
  await page.context().close();
  return names;
}

async function look(from: Browser, state: string, scheme: 'light' | 'dark', width: number): Promise<void> {
  const page = await open(from, state, scheme, width);
  await page.screenshot({ path: join(folder, `${state}-${scheme}-${width}.png`), fullPage: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    findings.push(`${state} ${scheme} ${width}: axe ${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }
  await page.context().close();
}

async function lookAtNarrowest(from: Browser, state: string): Promise<void> {
  const page = await open(from, state, 'light', NARROWEST);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > NARROWEST) findings.push(`${state}: ${width} px wide at ${NARROWEST} px`);
  await page.context().close();
}
