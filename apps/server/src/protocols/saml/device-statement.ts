/** The attribute that tells a work application how the computer stood. On every assertion. */
export const DEVICE_STANDING_ATTRIBUTE = 'urn:vestibule:device-standing';
/** The attribute that tells a work application how well the answer about the computer was proven. On every assertion. */
export const DEVICE_EVIDENCE_ATTRIBUTE = 'urn:vestibule:device-evidence';

/**
 * Met the policy; did not and is within a grace period; was let in by a grant for a while; was let in without the
 * installation; did not meet a lenient policy; was not looked at.
 */
export type DeviceStanding = 'compliant' | 'grace' | 'temporary' | 'skipped' | 'not-compliant' | 'not-checked';

/**
 * The report was signed by a key inside the computer's security hardware; by a key in a file; no one looked at the device
 * here, and the company's identity provider vouched for it; by none.
 */
export type DeviceEvidence = 'hardware-key' | 'software-key' | 'upstream' | 'none';

/** Nothing can prove an answer that no one gave. */
export function provenEvidence(standing: DeviceStanding, evidence: DeviceEvidence): DeviceEvidence {
  return standing === 'not-checked' && evidence !== 'upstream' ? 'none' : evidence;
}
