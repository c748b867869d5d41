import type { Check } from '../check.ts';
import { antiVirusRealtimeProtection } from './definition.ts';
import { linuxRealtimeProtectionFix } from './linux-fix.ts';
import { windowsRealtimeProtectionFix } from './windows-fix.ts';
import { ANTIVIRUS } from '../readings/antivirus/reading.ts';

export const antiVirusRealtimeProtectionCheck: Check = {
  definition: antiVirusRealtimeProtection,
  reading: ANTIVIRUS,
  fixes: [linuxRealtimeProtectionFix, windowsRealtimeProtectionFix],
  remarks: {
    fix: {
      macos:
        'none: XProtect cannot be turned off; the tools of others lie where an administrator’s process starts nothing from',
    },
    page: { macos: 'none: XProtect has no page' },
  },
};
