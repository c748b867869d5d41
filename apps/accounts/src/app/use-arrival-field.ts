import { type RefObject, useEffect } from 'react';
import { useAnnouncer } from './announcer.tsx';

/**
 * Puts the cursor into the field that a page is there for. The heading would take the focus otherwise, so it is read out.
 * @param heading what to read out; null leaves the focus alone
 */
export function useArrivalField(field: RefObject<HTMLInputElement | null>, heading: string | null): void {
  const { announce } = useAnnouncer();
  useEffect(() => {
    if (heading === null) return;
    field.current?.focus();
    announce(heading);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on arrival only: another language must not move the cursor
  }, []);
}
