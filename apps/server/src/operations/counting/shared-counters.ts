import { findSiblings, type Siblings } from './siblings.ts';
import { WindowCounters } from './window-counters.ts';

/**
 * Counters of guesses at secrets: what one process of a server counts, each of them counts. Otherwise so many processes would
 * give so many times the guesses. A process that begins in the place of a dead one begins with nothing counted; the others keep theirs.
 */
export class SharedCounters extends WindowCounters {
  readonly #of: string;
  readonly #siblings: Siblings;

  /** @param of the same in every process, and one for each counters of a process */
  constructor(of: string, elapsedMs: () => number, windowMs?: number, siblings: Siblings = findSiblings()) {
    super(elapsedMs, windowMs);
    this.#of = of;
    this.#siblings = siblings;
    siblings.hear((count) => {
      if (count.of === of) super.add(count.key, count.amount);
    });
  }

  override add(key: string, amount = 1): void {
    super.add(key, amount);
    this.#siblings.tell({ of: this.#of, key, amount });
  }
}
