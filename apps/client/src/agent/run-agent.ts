import type { UpdateChannel } from '@vestibule/contracts';
import type { Delivery } from './deliver.ts';
import { delayAfterFailures, withJitter } from './backoff.ts';

/** Time, as the agent sees it. */
export interface AgentClock {
  readonly now: () => number;
  /** Ends early, without an error, when `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface AgentOptions {
  /** Origins of the portals this computer has an account of, read again each time: one may be added at any moment. */
  readonly portals: () => Promise<readonly string[]>;
  readonly deliver: (origin: string) => Promise<Delivery>;
  readonly clock: AgentClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Told of each attempt, and how long the next one is away. */
  readonly onAttempt: (origin: string, delivery: Delivery, nextInMs: number) => void;
  /**
   * Asked after a report that was delivered, once a day at most: a newer version may be put in place of this one.
   * @returns true when it was, and this process has to make room for it
   */
  readonly renew: (channel: UpdateChannel) => Promise<boolean>;
  /** Told before each wait. */
  readonly onWait: (milliseconds: number) => Promise<void>;
}

interface Plan {
  readonly dueAt: number;
  readonly failures: number;
}

/** A new account is seen after this time at the latest; so is a clock that was set, or a computer that slept. */
const LONGEST_WAIT_MS = 60_000;
/** After the start, so that computers that are turned on together do not report together. */
const FIRST_WITHIN_MS = 5000;
/** Where an administrator says no, asking now and then is enough. */
const REFUSED_INTERVAL_MS = 15 * 60_000;

const RENEWED_EVERY_MS = 24 * 3_600_000;

/**
 * Reports for every account at its interval, until it is told to stop. A report that is under way is finished.
 * @returns whether it ended for a newer version's sake
 */
export async function runAgent(options: AgentOptions): Promise<'stopped' | 'renewed'> {
  const { clock, signal, random } = options;
  const plans = new Map<string, Plan>();
  let last = clock.now();
  let renewAt = last + RENEWED_EVERY_MS * random();
  while (!signal.aborted) {
    // A clock that was set back makes every plan wrong.
    if (clock.now() < last) {
      plans.clear();
      renewAt = clock.now();
    }
    last = clock.now();
    const origins = await options.portals();
    for (const origin of plans.keys()) if (!origins.includes(origin)) plans.delete(origin);
    for (const origin of origins) {
      const plan = plans.get(origin) ?? { dueAt: clock.now() + FIRST_WITHIN_MS * random(), failures: 0 };
      plans.set(origin, plan);
      if (plan.dueAt > clock.now() || signal.aborted) continue;
      const { next, delivery } = await attempt(options, origin, plan);
      plans.set(origin, next);
      if (delivery.kind !== 'delivered' || signal.aborted || clock.now() < renewAt) continue;
      renewAt = clock.now() + RENEWED_EVERY_MS;
      if (await options.renew(delivery.updateChannel)) return 'renewed';
    }
    if (signal.aborted) return 'stopped';
    const next = Math.min(...[...plans.values()].map(({ dueAt }) => dueAt));
    const wait = Math.max(0, Math.min(LONGEST_WAIT_MS, next - clock.now()));
    await options.onWait(wait);
    await clock.sleep(wait, signal);
  }
  return 'stopped';
}

async function attempt(
  { deliver, clock, random, onAttempt }: AgentOptions,
  origin: string,
  plan: Plan,
): Promise<{ readonly next: Plan; readonly delivery: Delivery }> {
  const delivery = await deliver(origin);
  const failures = delivery.kind === 'delivered' ? 0 : plan.failures + 1;
  const wait = waitAfter(delivery, failures, random);
  onAttempt(origin, delivery, wait);
  return { next: { dueAt: clock.now() + wait, failures }, delivery };
}

function waitAfter(delivery: Delivery, failures: number, random: () => number): number {
  switch (delivery.kind) {
    case 'delivered':
      return withJitter(delivery.reportInSeconds * 1000, random);
    case 'kept':
      return delayAfterFailures(failures, random);
    case 'over':
    case 'refused':
      return withJitter(REFUSED_INTERVAL_MS, random);
    default:
      return delivery satisfies never;
  }
}
