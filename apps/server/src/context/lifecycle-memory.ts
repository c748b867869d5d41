import type { Lifecycle } from '@vestibule/checks';

/** What is known of the ends of releases at a moment. */
export interface LoadedLifecycle {
  readonly data: Lifecycle;
  /** Null: it came with the server. */
  readonly taken: { readonly at: Date; readonly from: string } | null;
  /** Why data that was taken does not judge, in a sentence; null: it does, or there is none. */
  readonly unused: string | null;
}

/** Keeps what was read for a moment, and what the address for newer data last came to. */
export interface LifecycleMemory {
  /** What judges now, on every server alike. */
  read(): Promise<LoadedLifecycle>;
  /** Reads it again at the next question. */
  forget(): void;
  /** Why the last question at the address brought nothing; null: it did, or none was asked. */
  problem: string | null;
}
