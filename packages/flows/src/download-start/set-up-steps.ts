import type { Ports } from '../ports.ts';

/** The page that brings the extension: Firefox has one of its own. */
export function extensionStep(isFirefox: boolean): string {
  return isFirefox ? '/firefox-extension' : '/extension-not-ready';
}

/** Where a client that was found is asked for everything else (specification, section 4, startup flow). */
export const AFTER_CLIENT_FOUND = '/v2';

/** Whether this browser has spoken to a client on this computer before. */
export function isKnownComputer({ memory }: Ports): boolean {
  return memory.read('deviceName') !== null || memory.read('deviceAccountId') !== null;
}
