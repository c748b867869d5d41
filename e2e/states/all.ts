import { AGENTS } from './agents.ts';
import { ANTIVIRUS } from './antivirus.ts';
import { DISK_ENCRYPTION } from './disk-encryption.ts';
import { FIREWALL } from './firewall.ts';
import { OPERATING_SYSTEM } from './operating-system.ts';
import { PASSWORD } from './password.ts';
import { SCREEN_LOCK, SCREEN_LOCK_RULES } from './screen-lock.ts';
import type { Subject } from './state.ts';
import { UPDATES } from './updates.ts';
import { REMOTE_LOGIN, USB_STORAGE } from './ways-in.ts';

/**
 * Subjects that may be made side by side; those of one line touch the same files and follow each other: the rules by which
 * people sign in are those by which the screen opens again.
 */
export const LANES: readonly (readonly Subject[])[] = [
  [SCREEN_LOCK, PASSWORD, SCREEN_LOCK_RULES],
  [UPDATES, OPERATING_SYSTEM, USB_STORAGE, REMOTE_LOGIN],
  [ANTIVIRUS, AGENTS, FIREWALL],
];

/** All of them; the drives are those of a computer of its own, whose states no lane waits for. */
export const SUBJECTS: readonly Subject[] = [...LANES.flat(), DISK_ENCRYPTION];
