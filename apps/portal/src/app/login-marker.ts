import type { MemoryPort } from '@vestibule/flows';
import * as z from 'zod/mini';

const markerSchema = z.uuid();

/**
 * Handle of the pending sign-in: from the address when a work application sent the person here, else the one this tab
 * already has. A tab is one sign-in, so that two applications opened at once do not mix.
 */
export function findLoginMarker(search: string, memory: MemoryPort): string | null {
  const fromAddress = markerSchema.safeParse(new URLSearchParams(search).get('login'));
  if (fromAddress.success) return fromAddress.data;
  return memory.read('pageInfo')?.loginMarker ?? null;
}
