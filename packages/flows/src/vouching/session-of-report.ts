import type { FlattenedJws } from '@vestibule/contracts';

/** Which device session a client has signed a report for. @returns null when the report does not say */
export function sessionOfReport({ payload }: FlattenedJws): string | null {
  try {
    // The id is in plain letters, so the bytes need not be read as UTF-8.
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return /"sessionId":"([\da-f-]{36})"/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}
