import { STORAGE_KEYS } from '@vestibule/contracts';
import * as z from 'zod/mini';

const pageInfoSchema = z.object({ loginMarker: z.uuid(), startUrl: z.nullable(z.url()), applicationName: z.string() });
const markerSchema = z.uuid();

export type PageMemory = z.infer<typeof pageInfoSchema>;

/**
 * Handle of the pending sign-in: from the address when a work application sent the person here, else the one this tab
 * already has. A tab is one sign-in, so that two applications opened at once do not mix.
 */
export function findLoginMarker(search: string, storage: Storage): string | null {
  const fromAddress = markerSchema.safeParse(new URLSearchParams(search).get('login'));
  if (fromAddress.success) return fromAddress.data;
  return readPageMemory(storage)?.loginMarker ?? null;
}

/** What this tab remembers of its sign-in, so that an expired session still knows the way back. */
export function readPageMemory(storage: Storage): PageMemory | null {
  try {
    const parsed = pageInfoSchema.safeParse(JSON.parse(storage.getItem(STORAGE_KEYS.pageInfo) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function writePageMemory(storage: Storage, memory: PageMemory): void {
  storage.setItem(STORAGE_KEYS.pageInfo, JSON.stringify(memory));
}
