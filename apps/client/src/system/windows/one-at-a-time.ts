/**
 * Runs a costly reading one at a time. Who asks while one is under way gets the next one, together with everybody else
 * who asked meanwhile: it starts after each of them asked, so it never holds what was there before.
 */
export function oneAtATime<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Value> | null = null;
  const start = (): Promise<Value> => {
    const reading = read().finally(() => {
      running = null;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (running === null && next === null) return start();
    next ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
