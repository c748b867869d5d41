/**
 * Whether the database has refused a statement, so that nothing of it, or of its transaction, is there. A connection that broke
 * says nothing of that: what was sent may be done.
 */
export function wasUndone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code)) {
    return !/^(?:08|57P)/.test(error.code);
  }
  return wasUndone(error.cause);
}
