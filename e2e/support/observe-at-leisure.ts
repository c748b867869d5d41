import { OWN_LIMITS } from '@vestibule/contracts';
import type { BrowserContext, Page } from 'playwright-core';

/** What a busy machine may take for starting a client and judging its first report. */
const PATIENCE_MS = 60_000;

/**
 * While a gate observes, its page goes on after three seconds, whether the computer was read or not; the flow's own tests
 * hold it to that. Where a test needs a computer that was read, the page waits for it. Every other wait of the same length
 * grows with it: not for pages that continue by themselves after three seconds.
 */
export async function observeAtLeisure(where: BrowserContext | Page): Promise<void> {
  await where.addInitScript(
    ({ limit, patience }) => {
      const wait = globalThis.setTimeout.bind(globalThis);
      globalThis.setTimeout = ((run: TimerHandler, ms = 0, ...more: unknown[]) =>
        wait(run, ms === limit ? patience : ms, ...more)) as typeof setTimeout;
    },
    { limit: OWN_LIMITS.observationLimitMs, patience: PATIENCE_MS },
  );
}
