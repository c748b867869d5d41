import { clamavFix } from '../readings/antivirus/linux-fix.ts';
import { CLAMAV_UPDATER_UNIT } from '../readings/antivirus/linux-products.ts';

/** The updater fetches definitions as soon as it runs; they are there within minutes. */
export const linuxSignaturesFix = clamavFix('AntiVirusSignaturesUpToDate', {
  wanted: [CLAMAV_UPDATER_UNIT],
  mustHave: CLAMAV_UPDATER_UNIT,
  takesEffectLater: true,
});
