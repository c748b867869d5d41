import type { Page } from 'playwright-core';

/** What someone did on a page, and how long it took until the page showed it, in milliseconds. */
export interface Interaction {
  readonly page: string;
  /** The event that took longest of it: a press is several. */
  readonly event: string;
  readonly ms: number;
  /** Of the frame in which it was painted, where that was a long one: scripts, and styles and layout. */
  readonly scripts: number;
  readonly layout: number;
}

interface Seen {
  readonly id: number;
  readonly event: string;
  readonly at: number;
  readonly ms: number;
}

/** A frame that took longer than fifty milliseconds. */
export interface LongFrame {
  readonly at: number;
  readonly ms: number;
  readonly scripts: number;
  readonly layout: number;
}

declare global {
  interface Window {
    seenEvents?: Seen[];
    longFrames?: LongFrame[];
  }
}

/** Begins to watch a page that is open: what is done on it from now on. */
export async function watchPage(page: Page): Promise<void> {
  await page.evaluate(watch);
}

/** What was done since, each once: by the longest of its events, as browsers count it. */
export async function interactionsOn(page: Page, name: string): Promise<readonly Interaction[]> {
  const seen = await page.evaluate(() => window.seenEvents ?? []);
  const frames = await longFramesOn(page);
  const longest = new Map<number, Seen>();
  for (const one of seen) {
    const before = longest.get(one.id);
    if (before === undefined || before.ms < one.ms) longest.set(one.id, one);
  }
  return [...longest.values()].map(({ event, at, ms }) => {
    const within = frames.filter((frame) => frame.at < at + ms && frame.at + frame.ms > at);
    const sum = (what: 'scripts' | 'layout') => within.reduce((all, frame) => all + frame[what], 0);
    return { page: name, event, ms, scripts: sum('scripts'), layout: sum('layout') };
  });
}

/** Frames that took longer than fifty milliseconds since. */
export async function longFramesOn(page: Page): Promise<readonly LongFrame[]> {
  return page.evaluate(() => window.longFrames ?? []);
}

interface LongAnimationFrame extends PerformanceEntry {
  readonly styleAndLayoutStart: number;
  readonly scripts: readonly { readonly duration: number }[];
}

function watch(): void {
  const seen: Seen[] = [];
  const frames: LongFrame[] = [];
  window.seenEvents = seen;
  window.longFrames = frames;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id, name: event, startTime: at, duration: ms } = entry;
      if (id > 0) seen.push({ id, event, at, ms });
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const {
      startTime: at,
      duration: ms,
      styleAndLayoutStart,
      scripts,
    } of list.getEntries() as LongAnimationFrame[]) {
      const layout = styleAndLayoutStart === 0 ? 0 : at + ms - styleAndLayoutStart;
      frames.push({ at, ms, scripts: scripts.reduce((sum, { duration }) => sum + duration, 0), layout });
    }
  }).observe({ type: 'long-animation-frame' });
}
