import { ACCOUNT_STATES, DRIVE_STATES } from './windows/accounts-and-drives.ts';
import type { WindowsState } from './windows/computers.ts';
import { LOCK_STATES } from './windows/lock.ts';
import { FIREWALL_STATES, MANAGEMENT_STATES } from './windows/network.ts';
import { ANSWER_STATES, RELEASE_STATES, SECURITY_STATES } from './windows/security.ts';
import { UPDATE_STATES } from './windows/updates.ts';

/** States of Windows: small changes to a whole computer, each with the page that its values are from. */
export const WINDOWS_STATES: readonly WindowsState[] = [
  ...UPDATE_STATES,
  ...LOCK_STATES,
  ...ACCOUNT_STATES,
  ...DRIVE_STATES,
  ...FIREWALL_STATES,
  ...MANAGEMENT_STATES,
  ...SECURITY_STATES,
  ...RELEASE_STATES,
  ...ANSWER_STATES,
];
