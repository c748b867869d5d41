import { NATIVE_HOST_NAME } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { BrowserPlace } from './browsers.ts';

/** A native-messaging manifest; Chromium and Firefox name the extensions they admit differently. */
export const hostManifestSchema = z.object({
  name: z.literal(NATIVE_HOST_NAME),
  description: z.string(),
  path: z.string(),
  type: z.literal('stdio'),
  allowed_origins: z.optional(z.array(z.string())),
  allowed_extensions: z.optional(z.array(z.string())),
});
export type HostManifest = z.infer<typeof hostManifestSchema>;

const CHROMIUM_ID = /^[a-p]{32}$/;
const FIREFOX_ID = /^(?:[A-Za-z0-9._-]*@[A-Za-z0-9._-]+|\{[0-9a-fA-F-]{36}\})$/;

export function isExtensionId(id: string): boolean {
  return isChromiumId(id) || FIREFOX_ID.test(id);
}

export function isChromiumId(id: string): boolean {
  return CHROMIUM_ID.test(id);
}

/**
 * Describes the program to one kind of browser.
 * @param path absolute path of what the browser starts
 * @returns null when none of the extensions is for this kind of browser
 */
export function hostManifest(
  kind: BrowserPlace['kind'],
  path: string,
  extensionIds: readonly string[],
): HostManifest | null {
  const ids = extensionIds.filter((id) => (kind === 'chromium' ? CHROMIUM_ID : FIREFOX_ID).test(id));
  if (ids.length === 0) return null;
  const common = { name: NATIVE_HOST_NAME, description: 'Workplace', path, type: 'stdio' } as const;
  return kind === 'chromium'
    ? { ...common, allowed_origins: ids.map((id) => `chrome-extension://${id}/`) }
    : { ...common, allowed_extensions: ids };
}
