import { createServer } from 'vite';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright-core';
import AxeBuilder from '@axe-core/playwright';
const server = await createServer({
  configFile: false,
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 0, host: '127.0.0.1', fs: { allow: ['/work/main'] } },
  cacheDir: '/tmp/help-vite',
  logLevel: 'warn',
});
await server.listen();
const url = server.resolvedUrls!.local[0]!;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const pages = process.argv.slice(2).map((p) => p.split(':'));
for (const [a, s, open] of pages)
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [320, 360, 1440]) {
      if (width === 320 && scheme === 'dark') continue;
      const ctx = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: width < 768 ? 780 : 900 },
        reducedMotion: 'reduce',
      });
      const page = await ctx.newPage();
      page.on('pageerror', (e) => console.log('ERR', a, e.message));
      page.on('console', (m) => {
        if (m.type() === 'error') console.log('CONSOLE', a, m.text());
      });
      await page.goto(`${url}?a=${a}&s=${s}`, { waitUntil: 'networkidle' });
      await page.waitForSelector('h1');
      if (open)
        await page.evaluate(() => {
          for (const d of document.querySelectorAll('details')) d.open = true;
        });
      const w = await page.evaluate(() => document.documentElement.scrollWidth);
      if (w > width) console.log('WIDE', a, s, width, w);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main a, main button, main summary')]
          .filter((e) => {
            const r = e.getBoundingClientRect();
            return r.height > 0 && (r.height < 44 || r.width < 44);
          })
          .map((e) => e.textContent + ' ' + e.getBoundingClientRect().height),
      );
      if (small.length) console.log('SMALL', a, width, small.join(' | '));
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const v of violations)
        console.log('AXE', a, s, scheme, width, v.id, v.nodes.map((n) => n.html.slice(0, 150)).join(' | '));
      if (width !== 320)
        await page.screenshot({
          path: `/tmp/help-shots/${a || 'index'}-${s}${open ? '-open' : ''}-${scheme}-${width}.png`,
          fullPage: true,
        });
      await ctx.close();
    }
await browser.close();
await server.close();
process.exit(0);
