import type { Check } from '../check.ts';
import { firewallEnable } from './definition.ts';
import { linuxFirewall } from './linux.ts';
import { macosFirewall } from './macos.ts';
import { windowsFirewall } from './windows.ts';
import { linuxFirewallFix } from './linux-fix.ts';
import { macosFirewallFix } from './macos-fix.ts';
import { windowsFirewallFix } from './windows-fix.ts';
import { syntheticFirewall } from './synthetic.ts';

export const firewallEnableCheck: Check = {
  definition: firewallEnable,
  reading: { readers: [linuxFirewall, macosFirewall, windowsFirewall], synthetic: syntheticFirewall },
  fixes: [linuxFirewallFix, macosFirewallFix, windowsFirewallFix],
};
