import cluster from 'node:cluster';
import * as z from 'zod';

/** One count that every process of this server adds to its own. */
export interface SharedCount {
  /** Of whose counters. */
  readonly of: string;
  readonly key: string;
  readonly amount: number;
}

/** The other processes of this server (`VESTIBULE_WORKERS`). */
export interface Siblings {
  tell(count: SharedCount): void;
  hear(listener: (count: SharedCount) => void): void;
}

const messageSchema = z.object({
  counts: z.array(z.object({ of: z.string(), key: z.string(), amount: z.number() })),
});
export type CountsMessage = z.infer<typeof messageSchema>;

export const NO_SIBLINGS: Siblings = { tell: () => undefined, hear: () => undefined };

/** @returns null: it is something else */
export function readCounts(message: unknown): CountsMessage | null {
  const read = messageSchema.safeParse(message);
  return read.success ? read.data : null;
}

/** Of this process: the primary process hands on what it says (`run-workers.ts`). Together what is said in one turn. */
export function findSiblings(): Siblings {
  if (!cluster.isWorker) return NO_SIBLINGS;
  let waiting: SharedCount[] = [];
  const send = () => {
    const counts = waiting;
    waiting = [];
    if (process.connected) process.send?.({ counts } satisfies CountsMessage);
  };
  return {
    tell: (count) => {
      if (waiting.push(count) === 1) setImmediate(send);
    },
    hear: (listener) => {
      process.on('message', (message) => readCounts(message)?.counts.forEach(listener));
    },
  };
}
