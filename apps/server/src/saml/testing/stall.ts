/** How long one reading may keep others waiting who are signing in. */
const STALL_MS = 100;

/**
 * Runs something and makes sure that it did not hold the thread. Processor time of this thread, so that a busy machine
 * fails nobody's test.
 */
export function withoutStall<Result>(run: () => Result): Result {
  const begin = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(begin);
  const tookMs = (user + system) / 1000;
  if (tookMs > STALL_MS) throw new Error(`The thread was held for ${tookMs} ms.`);
  return result;
}
