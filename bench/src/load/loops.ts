import type { Times } from './http-connection.ts';
import { percentile } from '../statistics.ts';

/** What one run of sign-ins came to. */
export interface LoopResult {
  readonly count: number;
  readonly failures: readonly string[];
  readonly seconds: number;
  /** Of whole sign-ins, in milliseconds. In an open loop from the moment at which one was due. */
  readonly whole: readonly number[];
  readonly calls: Times;
}

type SignIn = (index: number, times: Times) => Promise<void>;

/**
 * So many at once; as soon as one is done, the next begins.
 * @param people how many there are: they take turns, as no one of them may do all of it
 */
export async function closedLoop(atOnce: number, seconds: number, people: number, signIn: SignIn): Promise<LoopResult> {
  const run = createRun();
  const free = Array.from({ length: people }, (_, index) => index);
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, people) }, async () => {
      while (performance.now() < end) {
        const index = free.shift() ?? 0;
        await run.measure(index, performance.now(), signIn);
        free.push(index);
      }
    }),
  );
  return run.result();
}

/** So many a second, however long each takes: whoever waits in a queue is counted with the wait. @param people how many there are */
export async function openLoop(
  perSecond: number,
  seconds: number,
  people: number,
  signIn: SignIn,
): Promise<LoopResult> {
  const run = createRun();
  const start = performance.now();
  const free = Array.from({ length: people }, (_, index) => index);
  const running = new Set<Promise<void>>();
  const total = Math.floor(perSecond * seconds);
  for (let number = 0; number < total; number += 1) {
    const due = start + (number * 1000) / perSecond;
    while (performance.now() < due)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    while (free.length === 0) await Promise.race(running);
    const index = free.shift() ?? 0;
    const one = run.measure(index, due, signIn).finally(() => {
      free.push(index);
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  return run.result();
}

function createRun() {
  const start = performance.now();
  const whole: number[] = [];
  const failures: string[] = [];
  const calls: Times = new Map();
  return {
    measure: async (index: number, since: number, signIn: SignIn) => {
      try {
        await signIn(index, calls);
        whole.push(performance.now() - since);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    },
    result: (): LoopResult => ({
      count: whole.length,
      failures,
      seconds: (performance.now() - start) / 1000,
      whole,
      calls,
    }),
  };
}

/** Median, p95 and p99 in milliseconds, to a tenth. */
export function percentiles(values: readonly number[]): {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
} {
  const at = (share: number) => Math.round(percentile(values, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
