import type { MemoryPort } from '@vestibule/flows';
import * as z from 'zod/mini';

const markerSchema = z.uuid();

/**
 * Handle of the pending sign-in: from the address when a work application sent the person here, else the one this tab
 * already has. A tab is one sign-in, so that two applications opened at once do not mix. In Safari a quick start goes on in
 * another tab once the extension is there: for ten minutes it is found again.
 */
export function findLoginMarker(search: string, memory: MemoryPort): string | null {
  return (
    markerIn(search) ?? memory.read('pageInfo')?.loginMarker ?? markerIn(memory.read('quickStartRedirection') ?? '')
  );
}

/** False when nothing but this tab, or a quick start in Safari, remembers the sign-in. */
export function namesSignIn(search: string): boolean {
  return markerIn(search) !== null;
}

/** @param address or only its query */
function markerIn(address: string): string | null {
  const found = markerSchema.safeParse(new URLSearchParams(address.slice(address.indexOf('?'))).get('login'));
  return found.success ? found.data : null;
}
