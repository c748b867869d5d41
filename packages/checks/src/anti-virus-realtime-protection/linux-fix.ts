import { clamavFix } from '../readings/antivirus/linux-fix.ts';
import { CLAMAV_DAEMON, CLAMAV_ON_ACCESS } from '../readings/antivirus/linux-products.ts';
import { prepareOnAccess } from './on-access-settings.ts';

const [ON_ACCESS_UNIT = ''] = CLAMAV_ON_ACCESS.units;

export const linuxRealtimeProtectionFix = clamavFix('AntiVirusRealtimeProtection', {
  wanted: [...CLAMAV_DAEMON.units, ON_ACCESS_UNIT],
  mustHave: ON_ACCESS_UNIT,
  prepare: prepareOnAccess,
});
