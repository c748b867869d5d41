import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION_ATTRIBUTE, PAGE_PORT_NAME } from '@vestibule/contracts';
import puppeteer, { TargetType } from 'puppeteer-core';
import { createPolicy } from '../../e2e/journeys/policies.ts';
import { signIn, startWorld, type World } from '../../e2e/support/world.ts';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { buildExtension } from '../../scripts/build-extension.ts';
import { type Figure, summarise } from './statistics.ts';

const WARM_UPS = 20;

/** In a real browser, with the portal's page open: from the page through the extension to the client and back. */
export async function measureRoundTrip(runs: number): Promise<Figure> {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { hasMotion: true });
  try {
    await signIn(world);
    await world.page.getByRole('heading', { name: 'Automatic updates are turned off' }).waitFor();
    const times = await askClient(world, WARM_UPS + runs);
    return summarise('page to client and back', 'ms', { medianAtMost: 3 }, times.slice(WARM_UPS));
  } finally {
    await world.close();
  }
}

/** As the portal asks: one port, one message at a time. */
function askClient({ page }: World, runs: number): Promise<readonly number[]> {
  return page.evaluate(
    async ({ count, attribute, portName }) => {
      interface Port {
        postMessage(message: unknown): void;
        readonly onMessage: { addListener(listener: (message: { id?: string }) => void): void };
      }
      const browser = globalThis as unknown as {
        chrome: { runtime: { connect(id: string, options: { name: string }): Port } };
      };
      const id = document.documentElement.getAttribute(attribute) ?? '';
      const port = browser.chrome.runtime.connect(id, { name: portName });
      const waiting = new Map<string, () => void>();
      port.onMessage.addListener((message) => waiting.get(message.id ?? '')?.());
      const times: number[] = [];
      for (let run = 0; run < count; run += 1) {
        const number = `bench-${run}`;
        const start = performance.now();
        await new Promise<void>((resolve) => {
          waiting.set(number, resolve);
          const sentAt = new Date().toISOString();
          port.postMessage({ v: 1, id: number, type: 'get-device-name', payload: {}, sentAt, correlationId: 'bench' });
        });
        times.push(performance.now() - start);
      }
      return times;
    },
    { count: runs, attribute: EXTENSION_ATTRIBUTE, portName: PAGE_PORT_NAME },
  );
}

/** Heap of the worker and what it keeps outside of it, as the browser's inspector says it. */
export async function measureWorkerMemory(): Promise<Figure> {
  const found = findBrowser();
  if (found === null) throw new Error('No Chromium-family browser was found.');
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-bench-'));
  await buildExtension({ outDir: folder, origins: ['http://localhost:65001'], isDemo: true });
  const browser = await puppeteer.launch({
    executablePath: found.executable,
    pipe: true,
    enableExtensions: [folder],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const target = await browser.waitForTarget((one) => one.type() === TargetType.SERVICE_WORKER);
    const session = await target.createCDPSession();
    const heap = await session.send('Runtime.getHeapUsage');
    return summarise('extension worker, memory', 'MB', { medianAtMost: 25 }, [
      (heap.totalSize + heap.embedderHeapUsedSize + heap.backingStorageSize) / 1_000_000,
    ]);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
