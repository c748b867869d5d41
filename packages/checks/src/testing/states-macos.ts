import { ACCOUNT_STATES, DRIVE_STATES, VERSION_STATES } from './macos/accounts-and-drives.ts';
import type { MacState } from './macos/computers.ts';
import { LOCK_STATES } from './macos/lock.ts';
import { FIREWALL_STATES, MANAGEMENT_STATES, SECURITY_STATES } from './macos/security.ts';
import { UPDATE_STATES } from './macos/updates.ts';

/** States of macOS: small changes to a whole computer, each with the page that its values are from. */
export const MACOS_STATES: readonly MacState[] = [
  ...UPDATE_STATES,
  ...LOCK_STATES,
  ...ACCOUNT_STATES,
  ...DRIVE_STATES,
  ...VERSION_STATES,
  ...FIREWALL_STATES,
  ...MANAGEMENT_STATES,
  ...SECURITY_STATES,
];
