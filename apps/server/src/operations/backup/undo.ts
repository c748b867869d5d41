/** Takes one step of a restore back. */
export type Undo = () => Promise<unknown>;

/** Takes steps back, the last one first. One that cannot be taken back does not keep the others. */
export async function undoAll(steps: readonly Undo[]): Promise<void> {
  for (const step of steps.toReversed()) await step().catch(() => undefined);
}
