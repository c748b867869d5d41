import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../../database/open.ts';
import { inTime } from './in-time.ts';
import type { Metrics } from './metrics.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const RESOLUTION_MS = 10;
/** Less than what a scrape waits. */
const ANSWER_MS = 1000;
const QUANTILES = [0.5, 0.99, 1];

/** What a scrape reads of the process itself and of its database. @returns ends it */
export function watchProcess(metrics: Metrics, opened: OpenDatabase): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  metrics.watch('vestibule_event_loop_lag_seconds', () => {
    const read = QUANTILES.map((quantile) => ({
      // The histogram measures the whole wait; what was asked for is no lag.
      value: Math.max(0, delay.percentile(quantile * 100) / NANOSECONDS - RESOLUTION_MS / 1000),
      labels: { quantile: String(quantile) },
    }));
    delay.reset();
    return read;
  });
  metrics.watch('vestibule_memory_bytes', () => [{ value: process.memoryUsage.rss(), labels: {} }]);
  metrics.watch('vestibule_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / MICROSECONDS, labels: {} }];
  });
  const beganAt = Date.now() / 1000 - process.uptime();
  metrics.watch('vestibule_start_time_seconds', () => [{ value: beganAt, labels: {} }]);
  metrics.watch('vestibule_db_up', async () => {
    const answer = await inTime(opened.database.execute(sql`select 1`) as Promise<object>, ANSWER_MS);
    return [{ value: answer === null ? 0 : 1, labels: {} }];
  });
  const { connections } = opened;
  if (connections !== undefined) {
    metrics.watch('vestibule_db_pool_waiting', () => {
      const { waiting, idle } = connections();
      // One that is free is about to be taken.
      return [{ value: Math.max(0, waiting - idle), labels: {} }];
    });
    metrics.watch('vestibule_db_pool_connections', () => {
      const { total, idle } = connections();
      return [
        { value: idle, labels: { state: 'idle' } },
        { value: total - idle, labels: { state: 'used' } },
      ];
    });
  }
  return () => delay.disable();
}
