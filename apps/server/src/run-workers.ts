import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { readCounts } from './operations/counting/siblings.ts';

/** One that dies before it serves is not begun again at once: what ends it will mostly end the next one too. */
const PAUSE_MS = 1000;

/** Which of the processes this one is, the first being 0; null: it is the only one. */
export function findWorkerIndex(): number | null {
  return cluster.isWorker ? Number(process.argv.at(-1)) : null;
}

/** `stop`: end; `leave`: end after the time to drain; `end`: at once. */
export type Order = 'stop' | 'leave' | 'end';
const orderSchema = z.object({ order: z.enum(['stop', 'leave', 'end']) });
type OrderMessage = z.infer<typeof orderSchema>;

/**
 * Ends as the first process says, and by no signal: a terminal and systemd send theirs to every process, and the second one would end
 * what drains.
 */
export function takeOrders(obey: (order: Order) => void): void {
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  process.on('message', (message) => {
    const read = orderSchema.safeParse(message);
    if (read.success) obey(read.data.order);
  });
}

/**
 * Serves with several processes at one port, and begins another one in the place of each that dies. It ends when the last of them has. What one of them counts of guesses at secrets, it tells the others.
 * @param isAnswering all of them serve, for the first time
 */
export function runWorkers(count: number, logger: FastifyBaseLogger, isAnswering: () => void): void {
  const workers = new Map<number, Worker>();
  const listening = new Set<number>();
  let hasAnswered = false;
  let isEnding = false;

  const begin = (index: number): void => {
    cluster.setupPrimary({ args: [String(index)] });
    const worker = cluster.fork();
    workers.set(index, worker);
    worker.on('message', (message: unknown) => {
      if (message === 'listening') listening.add(index);
      if (!hasAnswered && listening.size === count) {
        hasAnswered = true;
        isAnswering();
      }
      if (readCounts(message) === null) return;
      for (const other of workers.values()) if (other !== worker && other.isConnected()) other.send(message as object);
    });
    worker.on('exit', (code, signal) => void ended(index, code, signal));
  };

  const ended = async (index: number, code: number, signal: string | null): Promise<void> => {
    workers.delete(index);
    const hasServed = listening.delete(index);
    if (isEnding || !hasAnswered) {
      // What cannot start says why by itself.
      if (!isEnding) end('end', code === 0 ? 1 : code);
      if (workers.size === 0) process.exit();
      return;
    }
    logger.error({ code, signal }, 'a process of the server ended, another one begins in its place');
    if (!hasServed) await wait(PAUSE_MS);
    if (!isEnding) begin(index);
  };

  const end = (order: Order, exitCode = 0): void => {
    isEnding = true;
    process.exitCode ??= exitCode;
    for (const worker of workers.values()) if (worker.isConnected()) worker.send({ order } satisfies OrderMessage);
    if (workers.size === 0) process.exit();
  };

  process.on('SIGTERM', () => end(isEnding ? 'end' : 'leave'));
  process.on('SIGINT', () => end(isEnding ? 'end' : 'stop'));
  process.once('disconnect', () => end('stop'));
  for (let index = 0; index < count; index += 1) begin(index);
}
