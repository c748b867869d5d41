import { freePort } from '@vestibule/testing/free-port';
import { administer } from '../../../e2e/support/administration.ts';
import { startAdministrator } from '../../../e2e/support/console.ts';
import { startBrowser } from '../../../e2e/support/visitors.ts';
import { startGateAt } from '../load/gate-process.ts';
import { startPostgresServer } from '../load/postgres-server.ts';
import { type Figure, summarise } from '../statistics.ts';
import type { CompanySize } from './fill-company.ts';

/** The company that the figures of the console are for. */
export const LARGE: CompanySize = { people: 20_000, devices: 100_000, signIns: 300_000, auditEntries: 1_000_000 };

/** A gate on PostgreSQL with a large company in it. */
export interface LargeGate {
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

export async function startLargeGate(size: CompanySize = LARGE): Promise<LargeGate> {
  const postgres = await startPostgresServer();
  try {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const place = { host: '127.0.0.1', port, databaseUrl: await postgres.createDatabase() };
    const gates = await startGateAt([place], url, { people: 0, isReportOnly: false, size });
    const stop = async () => {
      await gates.stop();
      await postgres.stop();
    };
    return { url, dataFolder: gates.dataFolder, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

const LISTS = [
  ['computers', 'devices', ['verdict=stopped', 'system=macos', 'search=LT-0421', 'sort=name']],
  ['people', 'people', ['verdict=stopped', 'search=keller', 'group=group-7']],
  ['sign-ins', 'sign-ins', ['outcome=stopped', 'checkType=FirewallEnable', 'outcome=access']],
  ['audit', 'audit', ['outcome=refused', 'action=person', 'actor=p000777']],
] as const;

/** Asks over HTTP as the page does, and says how long each took, in milliseconds. */
export async function measureLists({ url, dataFolder }: LargeGate, runs: number): Promise<readonly Figure[]> {
  const { ask } = await administer(dataFolder);
  const { token } = await ask('adminCreateToken', { body: { name: 'figures', role: 'administrator', days: 1 } });
  const get = async (path: string): Promise<{ readonly ms: number; readonly next: string | null }> => {
    const begin = performance.now();
    const answer = await fetch(`${url}/api/admin/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { readonly next?: string | null };
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return { ms: performance.now() - begin, next: body.next ?? null };
  };
  const figures: Figure[] = [];
  for (const [name, path, filters] of LISTS) {
    const [first, next, filter]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < runs; run += 1) {
      let page = await get(path);
      first.push(page.ms);
      for (let turn = 0; turn < 3 && page.next !== null; turn += 1) {
        page = await get(`${path}?after=${encodeURIComponent(page.next)}`);
        next.push(page.ms);
      }
      for (const one of filters) filter.push((await get(`${path}?${one}`)).ms);
    }
    figures.push(
      summarise(`${name}: first rows`, 'ms', { p95AtMost: 300 }, first),
      summarise(`${name}: next page`, 'ms', { p95AtMost: 150 }, next),
      summarise(`${name}: filter change`, 'ms', { p95AtMost: 300 }, filter),
    );
  }
  return figures;
}

/** How many times slower than this one the processor of the browser is. */
const SLOWER = 4;

/** Looks at the pages in a real browser: rows that stand in the page, and how long an interaction takes until it is painted. */
export async function measurePages(gate: LargeGate): Promise<readonly Figure[]> {
  const browser = await startBrowser();
  try {
    const { page } = await startAdministrator(browser, gate, { login: 'wren', displayName: 'Wren Figures' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const rows: number[] = [];
    const paints: number[] = [];
    for (const path of ['computers', 'people', 'sign-ins']) {
      await page.goto(`${gate.url}/console/${path}`);
      await page.getByRole('row').nth(10).waitFor();
      await page.evaluate(watchInteractions);
      const search = page.getByRole('main').getByRole('searchbox');
      for (const letter of 'keller') await search.press(letter);
      await page.getByRole('heading', { level: 1 }).click();
      for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('PageDown');
      rows.push(await page.getByRole('row').count());
      paints.push(...(await page.evaluate(() => window.interactions ?? [])));
    }
    return [
      summarise('rows in the page', 'count', { p95AtMost: 60 }, rows),
      summarise(`interaction to next paint, ${SLOWER} times slower`, 'ms', { p95AtMost: 200 }, paints),
    ];
  } finally {
    await browser.close();
  }
}

declare global {
  interface Window {
    /** Milliseconds that each interaction took until it was painted. */
    interactions?: number[];
  }
}

function watchInteractions(): void {
  const interactions: number[] = [];
  window.interactions = interactions;
  const observer = new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if ((interactionId ?? 0) > 0) interactions.push(duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
