import type { ClientDetails } from '@vestibule/contracts';
import type { DeviceKeys } from '@vestibule/device-keys';

/** Where keys live, as reports say it: claimed, since nothing attests it yet. */
export type KeyProtection = ClientDetails['keyProtection'];

/**
 * One place in which the keys of a computer can live. What it stores lies in the state folder and is all there is of them:
 * anyone who replaces that has removed the keys.
 */
export interface KeyProvider<Stored> {
  readonly protection: KeyProtection;
  /** @returns what is to be stored; rejects with a KeyUnavailableError where keys cannot be made here */
  readonly create: () => Promise<Stored>;
  /** @returns keys that work at this moment; rejects with a KeyUnavailableError where they do not */
  readonly load: (stored: Stored) => Promise<DeviceKeys>;
}
