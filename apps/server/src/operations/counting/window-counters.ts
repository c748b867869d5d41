interface Count {
  count: number;
  readonly endsAt: number;
}

/** So many keys are remembered; past that, the oldest are forgotten. */
const KEYS_MAXIMUM = 100_000;

/** Counts by key, each for a window of time that begins with its first one. In memory: each process counts by itself. */
export class WindowCounters {
  readonly #counts = new Map<string, Count>();
  readonly #elapsedMs: () => number;
  readonly #windowMs: number;

  constructor(elapsedMs: () => number, windowMs = 60_000) {
    this.#elapsedMs = elapsedMs;
    this.#windowMs = windowMs;
  }

  /** How often it was counted in its window. */
  read(key: string): number {
    return this.#live(key)?.count ?? 0;
  }

  add(key: string, amount = 1): void {
    const live = this.#live(key);
    if (live !== undefined) {
      live.count += amount;
      return;
    }
    this.renew(key, amount);
  }

  /** Begins a window of its own for it now, whatever was counted before. */
  renew(key: string, amount = 1): void {
    // Deleted first: a key that begins again is young.
    this.#counts.delete(key);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size < KEYS_MAXIMUM) break;
      this.#counts.delete(oldest);
    }
    this.#counts.set(key, { count: amount, endsAt: this.#elapsedMs() + this.#windowMs });
  }

  /** For one that was counted and should not have been. */
  takeBack(key: string): void {
    const live = this.#live(key);
    if (live !== undefined && live.count > 0) live.count -= 1;
  }

  #live(key: string): Count | undefined {
    const count = this.#counts.get(key);
    return count !== undefined && count.endsAt > this.#elapsedMs() ? count : undefined;
  }
}
