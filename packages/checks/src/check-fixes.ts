import { linuxRealtimeProtectionFix } from './anti-virus-realtime-protection/linux-fix.ts';
import { linuxSignaturesFix } from './anti-virus-signatures-up-to-date/linux-fix.ts';
import type { CheckFix } from './definition.ts';
import { linuxFirewallFix } from './firewall-enable/linux-fix.ts';
import { linuxAutomaticUpdatesFix } from './os-auto-update-enable/linux-fix.ts';
import { linuxScreenSaverPasswordFix } from './screen-saver-password-protected/linux-fix.ts';
import { linuxScreenSaverStateFix } from './screen-saver-state/linux-fix.ts';
import { linuxScreenSaverTimeoutFix } from './screen-saver-timeout/linux-fix.ts';

/** Every fix there is, for every operating system. */
export const CHECK_FIXES: readonly CheckFix[] = [
  linuxAutomaticUpdatesFix,
  linuxFirewallFix,
  linuxScreenSaverStateFix,
  linuxScreenSaverPasswordFix,
  linuxScreenSaverTimeoutFix,
  linuxRealtimeProtectionFix,
  linuxSignaturesFix,
];
