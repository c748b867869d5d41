import type { LogPort } from '@vestibule/flows';

/** What went wrong without being shown stands in the browser's own console: there support can have it read out. */
export function createLog(): LogPort {
  return {
    write(event, code) {
      // oxlint-disable-next-line no-console -- the one place of the portal that writes there
      console.warn(`${event}: ${code}`);
    },
  };
}
