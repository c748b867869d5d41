import { isInHardware } from '@vestibule/contracts';
import type { DeviceEvidence, DeviceStanding } from '../../protocols/saml/index.ts';
import type { Verdict } from '../policy/judge.ts';

/** How a computer stood by a verdict, as an assertion says it. */
export function standingOf({ evaluation }: Verdict): DeviceStanding {
  if (evaluation.complianceStatus === 'NotCompliant') return 'not-compliant';
  const isInGrace = evaluation.securityChecks.some((check) => check.state === 'failed' && check.deadline !== undefined);
  return isInGrace ? 'grace' : 'compliant';
}

/** Where the key lives is what the client says in its signed report: claimed, not attested. */
export function evidenceOf({ report }: Verdict): DeviceEvidence {
  return isInHardware(report.client.keyProtection) ? 'hardware-key' : 'software-key';
}
