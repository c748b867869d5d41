import { vi } from 'vitest';
import type { Database } from '../database/database.ts';

/** Another person is faster: done when the next one has worked out everything, and is about to write it. */
export function meanwhile(database: Database, act: () => Promise<unknown>): void {
  const write = database.transaction.bind(database);
  const waiting = vi.spyOn(database, 'transaction').mockImplementation(async (...work) => {
    waiting.mockRestore();
    await act();
    return write(...work);
  });
}
