import { expect, test } from 'vitest';
import type { Delivery } from './deliver.ts';
import { type AgentClock, runAgent } from './run-agent.ts';

const PORTAL = 'https://portal.example';
const delivered: Delivery = {
  kind: 'delivered',
  reportInSeconds: 240,
  complianceStatus: 'Compliant',
  failed: [],
  earlier: 0,
  updateChannel: 'early',
};
const kept: Delivery = { kind: 'kept', detail: 'offline' };

interface Run {
  /** Seconds at which a report was tried, from the start. */
  readonly tried: number[];
  readonly renewed: string[];
  readonly clock: AgentClock & { set: (milliseconds: number) => void };
}

/** Runs an agent in a time of its own, until `untilSeconds`. */
async function run(
  untilSeconds: number,
  deliver: (attempt: number) => Delivery | Promise<Delivery>,
  options: {
    portals?: () => readonly string[];
    onSleep?: (run: Run) => void;
    stop?: AbortController;
    renew?: () => boolean;
  } = {},
): Promise<Run> {
  let now = 0;
  const stop = options.stop ?? new AbortController();
  const tried: number[] = [];
  const clock = {
    now: () => now,
    set: (milliseconds: number) => {
      now = milliseconds;
    },
    sleep: async (milliseconds: number) => {
      now += Math.max(1, milliseconds);
      options.onSleep?.(made);
      if (now >= untilSeconds * 1000) stop.abort();
    },
  };
  const made: Run = { tried, renewed: [], clock };
  await runAgent({
    portals: async () => options.portals?.() ?? [PORTAL],
    deliver: async () => {
      tried.push(Math.round(now / 1000));
      return deliver(tried.length);
    },
    clock,
    random: () => 0,
    signal: stop.signal,
    renew: async (channel) => {
      made.renewed.push(`${channel} at ${Math.round(now / 1000)}`);
      return options.renew?.() ?? false;
    },
    onAttempt: () => undefined,
    onWait: async () => undefined,
  });
  return made;
}

test('reports at the interval the server asks for', async () => {
  const { tried } = await run(1000, () => delivered);
  expect(tried).toEqual([0, 240, 480, 720, 960]);
});

test('backs off while the server cannot be reached, and is back in step after the first answer', async () => {
  const { tried } = await run(700, (attempt) => (attempt <= 4 ? kept : delivered));
  // Half of 5, 10, 20 and 40 seconds: this chance gives the shortest waits.
  expect(tried).toEqual([0, 3, 8, 18, 38, 278, 518]);
});

test('asks now and then only, where an administrator or a lost account says no', async () => {
  for (const kind of ['refused', 'over'] as const) {
    const { tried } = await run(2000, () => ({ kind, code: 'device_blocked', detail: '' }));
    expect(tried).toEqual([0, 900, 1800]);
  }
});

test('sees a new account within a minute, and forgets one that was removed', async () => {
  let origins: readonly string[] = [];
  const { tried } = await run(500, () => delivered, {
    portals: () => origins,
    onSleep: ({ clock }) => {
      origins = clock.now() >= 100_000 && clock.now() < 300_000 ? [PORTAL] : [];
    },
  });
  expect(tried).toEqual([120]);
});

test('is not stopped by a clock that is set back by a day', async () => {
  let isSet = false;
  const { tried } = await run(200, () => delivered, {
    onSleep: ({ clock }) => {
      if (isSet || clock.now() < 100_000) return;
      isSet = true;
      clock.set(-86_400_000);
    },
  });
  expect(tried.filter((second) => second < 0)[0]).toBe(-86_400);
});

test('ends after the report that is under way, and tries no other', async () => {
  const stop = new AbortController();
  let isFinished = false;
  const { tried } = await run(
    1000,
    async () => {
      stop.abort();
      await Promise.resolve();
      isFinished = true;
      return delivered;
    },
    { stop, portals: () => [PORTAL, 'https://other.example'] },
  );
  expect([tried.length, isFinished]).toEqual([1, true]);
});

test('looks for a newer version once a day, on the person’s channel, and makes room for one', async () => {
  const daily = await run(3 * 86_400, () => delivered);
  expect(daily.renewed.map((line) => line.split(' ')[0])).toEqual(['early', 'early', 'early']);
  const { tried } = await run(3 * 86_400, () => delivered, { renew: () => true });
  expect(tried).toEqual([0]);
  expect((await run(86_400, () => kept)).renewed).toEqual([]);
});
