import { linuxRealtimeProtectionFix } from './anti-virus-realtime-protection/linux-fix.ts';
import { windowsRealtimeProtectionFix } from './anti-virus-realtime-protection/windows-fix.ts';
import { linuxSignaturesFix } from './anti-virus-signatures-up-to-date/linux-fix.ts';
import { macosSignaturesFix } from './anti-virus-signatures-up-to-date/macos-fix.ts';
import { windowsSignaturesFix } from './anti-virus-signatures-up-to-date/windows-fix.ts';
import type { CheckFix } from './definition.ts';
import { windowsEncryptionFix } from './device-encrypted/windows-fix.ts';
import { linuxFciAgentFix } from './fci-agent-running/linux-fix.ts';
import { macosFciAgentFix } from './fci-agent-running/macos-fix.ts';
import { windowsFciAgentFix } from './fci-agent-running/windows-fix.ts';
import { linuxFirewallFix } from './firewall-enable/linux-fix.ts';
import { macosFirewallFix } from './firewall-enable/macos-fix.ts';
import { windowsFirewallFix } from './firewall-enable/windows-fix.ts';
import { windowsThreatsFix } from './no-active-infections/windows-fix.ts';
import { linuxAutomaticUpdatesFix } from './os-auto-update-enable/linux-fix.ts';
import { macosAutomaticUpdatesFix } from './os-auto-update-enable/macos-fix.ts';
import { windowsAutomaticUpdatesFix } from './os-auto-update-enable/windows-fix.ts';
import { linuxAutomaticSignInFix } from './password-set/linux-fix.ts';
import { macosAutomaticSignInFix } from './password-set/macos-fix.ts';
import { windowsAutomaticSignInFix } from './password-set/windows-fix.ts';
import { linuxRmmAgentFix } from './rmm-agent/linux-fix.ts';
import { macosRmmAgentFix } from './rmm-agent/macos-fix.ts';
import { windowsRmmAgentFix } from './rmm-agent/windows-fix.ts';
import { linuxScreenSaverPasswordFix } from './screen-saver-password-protected/linux-fix.ts';
import { windowsScreenSaverPasswordFix } from './screen-saver-password-protected/windows-fix.ts';
import { linuxScreenSaverStateFix } from './screen-saver-state/linux-fix.ts';
import { macosScreenSaverStateFix } from './screen-saver-state/macos-fix.ts';
import { windowsScreenSaverStateFix } from './screen-saver-state/windows-fix.ts';
import { linuxScreenSaverTimeoutFix } from './screen-saver-timeout/linux-fix.ts';
import { macosScreenSaverTimeoutFix } from './screen-saver-timeout/macos-fix.ts';
import { windowsScreenSaverTimeoutFix } from './screen-saver-timeout/windows-fix.ts';

/** Every fix there is, for every operating system. */
export const CHECK_FIXES: readonly CheckFix[] = [
  linuxAutomaticUpdatesFix,
  linuxAutomaticSignInFix,
  linuxFirewallFix,
  linuxScreenSaverStateFix,
  linuxScreenSaverPasswordFix,
  linuxScreenSaverTimeoutFix,
  linuxRealtimeProtectionFix,
  linuxSignaturesFix,
  linuxRmmAgentFix,
  linuxFciAgentFix,
  macosAutomaticUpdatesFix,
  macosAutomaticSignInFix,
  macosFirewallFix,
  macosScreenSaverStateFix,
  macosScreenSaverTimeoutFix,
  macosSignaturesFix,
  macosRmmAgentFix,
  macosFciAgentFix,
  windowsAutomaticUpdatesFix,
  windowsAutomaticSignInFix,
  windowsFirewallFix,
  windowsScreenSaverStateFix,
  windowsScreenSaverPasswordFix,
  windowsScreenSaverTimeoutFix,
  windowsRealtimeProtectionFix,
  windowsSignaturesFix,
  windowsThreatsFix,
  windowsEncryptionFix,
  windowsRmmAgentFix,
  windowsFciAgentFix,
];
