import type { ReaderFacts } from '@vestibule/checks';
import type { FactReading } from '@vestibule/contracts';
import { setTimeout as wait } from 'node:timers/promises';

export interface SharedReadingsOptions {
  readonly read: (facts: ReaderFacts) => Promise<FactReading>;
  /** Rest between the end of one reading and the start of the next of the same facts. */
  readonly restMs: number;
}

/**
 * Reads for any number of people at once. Everybody who asks waits for a reading that began after they asked, so that
 * nothing old is ever answered, and all who wait share it: at most one runs and one is to come, however many ask. So
 * anyone who asks a thousand times makes no one wait longer than for two readings.
 */
export function shareReadings({ read, restMs }: SharedReadingsOptions): (facts: ReaderFacts) => Promise<FactReading> {
  const running = new Map<ReaderFacts, Promise<unknown>>();
  const coming = new Map<ReaderFacts, Promise<FactReading>>();

  const start = (facts: ReaderFacts): Promise<FactReading> => {
    coming.delete(facts);
    const reading = read(facts);
    const rested = rest(reading).finally(() => {
      if (running.get(facts) === rested) running.delete(facts);
    });
    running.set(facts, rested);
    return reading;
  };
  const rest = async (reading: Promise<FactReading>): Promise<void> => {
    await Promise.allSettled([reading]);
    await wait(restMs, undefined, { ref: false });
  };

  return (facts) => {
    const current = running.get(facts);
    if (current === undefined) return start(facts);
    const next = coming.get(facts) ?? current.then(() => start(facts));
    coming.set(facts, next);
    return next;
  };
}
