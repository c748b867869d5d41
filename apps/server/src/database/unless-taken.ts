import type { Database } from './database.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Writes what a unique index may refuse, so that of several at once one is written. The transaction around it goes on.
 * @returns false when another row has it already
 */
export async function writeUnlessTaken(
  database: Database,
  write: (database: Database) => Promise<unknown>,
): Promise<boolean> {
  try {
    await database.transaction(write);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** What the driver says is wrapped by the query builder. */
function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause);
}
