import { STORAGE_KEYS } from '@vestibule/contracts';

/** A repeat, which needs no staged scan: this tab has passed before in this sign-in session. */
export function hasPassedBefore(storage: Storage): boolean {
  return storage.getItem(STORAGE_KEYS.inActiveSession) === 'true';
}

export function rememberPassing(storage: Storage): void {
  storage.setItem(STORAGE_KEYS.inActiveSession, 'true');
}
