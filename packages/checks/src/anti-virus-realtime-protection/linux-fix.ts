import { clamavFix } from '../readings/antivirus/linux-fix.ts';
import { CLAMAV_DAEMON, CLAMAV_ON_ACCESS } from '../readings/antivirus/linux-products.ts';

const [ON_ACCESS_UNIT = ''] = CLAMAV_ON_ACCESS.units;

export const linuxRealtimeProtectionFix = clamavFix(
  'AntiVirusRealtimeProtection',
  [...CLAMAV_DAEMON.units, ON_ACCESS_UNIT],
  ON_ACCESS_UNIT,
);
