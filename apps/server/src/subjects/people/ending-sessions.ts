import type { Change } from '@vestibule/contracts';

/** What of a change an administrator is told about sessions that end by it. */
export function endingSessions(open: number): Change[] {
  return open === 0 ? [] : [{ field: 'sessions', from: open, to: 0 }];
}

export function notesOnEnding(open: number): string[] {
  if (open === 0) return [];
  return [
    `${open === 1 ? 'One session' : `${open} sessions`} whose way in is gone by this ${open === 1 ? 'ends' : 'end'} at once.`,
    APPLICATIONS_GO_ON,
  ];
}

export const APPLICATIONS_GO_ON =
  'Work applications that are open already keep their own sessions until they end, but for those that take a back-channel logout.';
