import type { Page } from 'playwright-core';
import { createPolicy } from '../../e2e/journeys/policies.ts';
import { signIn, startWorld, type World } from '../../e2e/support/world.ts';
import { type Figure, summarise } from './statistics.ts';

const CPU_SLOWDOWN = 4;
/** 3G Fast, as WebPageTest and Lighthouse define it: 1.6 Mbit/s down, 768 kbit/s up, 150 ms for each round trip. */
const FAST_3G = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 768_000 / 8, latency: 150 };
/** Of a status that is asked for every second. */
const POLLING_MS = 10_000;
const FAILING = 'Automatic updates are turned off';

/** What the browser itself noticed about the page, from its start on. */
interface Noticed {
  /** When the first heading was painted, in milliseconds from the start of the navigation. */
  titlePaintedAt: number | null;
  layoutShift: number;
  longestTask: number;
}

/** From the start of a first visit, nothing in the cache, to the title on the screen. */
export async function measureFirstTitle(runs: number): Promise<Figure> {
  const values = await inWorld(async (world) => {
    const session = await world.page.context().newCDPSession(world.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_3G });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const painted: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await session.send('Network.clearBrowserCache');
      await openAndWait(world);
      painted.push((await notice(world.page)).titlePaintedAt ?? Infinity);
    }
    return painted;
  });
  return summarise('first title painted, 4× slower processor, fast 3G', 'ms', { medianAtMost: 1000 }, values);
}

/** Everything that moved by itself until the results stood there, and while they were asked for again. */
export async function measureLayoutShift(runs: number): Promise<Figure> {
  const values = await inWorld(async (world) => {
    const shifts: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await openAndWait(world);
      await world.page.waitForTimeout(1500);
      shifts.push((await notice(world.page)).layoutShift);
    }
    return shifts;
  });
  return summarise('layout shift until the results stand there', 'CLS', { p95AtMost: 0.001 }, values);
}

/** The longest task of ten seconds in which the result is asked for again and again. */
export async function measureLongestTask(runs: number): Promise<Figure> {
  const values = await inWorld(async (world) => {
    await openAndWait(world);
    await world.page.waitForTimeout(1500);
    const tasks: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await world.page.evaluate('noticed.longestTask = 0');
      await world.page.waitForTimeout(POLLING_MS);
      tasks.push((await notice(world.page)).longestTask);
    }
    return tasks;
  });
  return summarise('longest task while polling (0: none over 50)', 'ms', { medianAtMost: 50 }, values);
}

/** On the home screen of a person with one failing check. */
async function inWorld<Result>(work: (world: World) => Promise<Result>): Promise<Result> {
  const world = await startWorld(createPolicy({ OsAutoUpdateEnable: 'required' }), { hasMotion: true });
  try {
    await signIn(world);
    await world.page.getByRole('heading', { name: FAILING }).waitFor();
    await world.page.addInitScript(watch);
    return await work(world);
  } finally {
    await world.close();
  }
}

async function openAndWait({ page, gate }: World): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${gate.url}/device-check/`);
  await page.getByRole('heading', { name: FAILING }).waitFor();
}

function notice(page: Page): Promise<Noticed> {
  return page.evaluate('noticed');
}

/** Runs in the page before everything else. */
function watch(): void {
  const noticed: Noticed = { titlePaintedAt: null, layoutShift: 0, longestTask: 0 };
  Object.assign(globalThis, { noticed });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => {
    const { element, startTime } = entry as PerformanceEntry & { readonly element: Element | null };
    if (element?.tagName === 'H1') noticed.titlePaintedAt ??= startTime;
  });
  observe('layout-shift', (entry) => {
    noticed.layoutShift += (entry as PerformanceEntry & { readonly value: number }).value;
  });
  observe('longtask', ({ duration }) => {
    noticed.longestTask = Math.max(noticed.longestTask, duration);
  });
}
