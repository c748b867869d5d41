/** Answers that hold for a moment. */
export interface ShortMemory<Value> {
  /** The answer that is remembered under this key, else a new one. Of questions at once, one is asked. */
  recall(key: string, find: () => Promise<Value | null>): Promise<Value | null>;
  forget(): void;
  /** How many answers are kept. */
  size(): number;
}

/**
 * Remembers what was found. That there is nothing is not remembered: anybody can ask for anything, and would fill the memory.
 * @param limits.maximum with so many answers the memory begins again
 */
export function createShortMemory<Value>(limits: {
  /** Milliseconds that only rise: an answer does not grow young when someone sets the clock back. */
  readonly elapsedMs: () => number;
  readonly keptForMs: number;
  readonly maximum: number;
}): ShortMemory<Value> {
  interface Entry {
    readonly at: number;
    readonly answer: Promise<Value | null>;
  }
  const known = new Map<string, Entry>();

  async function ask(key: string, entry: Entry): Promise<void> {
    const isKept = await entry.answer.then(
      (answer) => answer !== null,
      // A failure is not an answer: the next question asks again.
      () => false,
    );
    if (!isKept && known.get(key) === entry) known.delete(key);
  }

  return {
    recall: async (key, find) => {
      const at = limits.elapsedMs();
      const remembered = known.get(key);
      if (remembered !== undefined && at - remembered.at < limits.keptForMs) return remembered.answer;
      if (known.size >= limits.maximum) known.clear();
      const entry = { at, answer: find() };
      known.set(key, entry);
      void ask(key, entry);
      return entry.answer;
    },
    forget: () => known.clear(),
    size: () => known.size,
  };
}
