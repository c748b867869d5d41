import type { AccessGrant } from '../../../repositories/access-grants.ts';
import type { Asking } from '../../../repositories/asking.ts';
import type { Application } from '../../../repositories/companies.ts';
import type { Person, WebSession } from '../../../repositories/people.ts';
import type { PendingSignInRow } from '../../../repositories/pending-sign-ins.ts';
import type { Permit } from '../../../repositories/permits.ts';
import type { DeviceEvidence, DeviceStanding } from '../../../protocols/saml/index.ts';
import type { ActivationProof } from '../activation-proof.ts';
import type { TakenReport } from '../../devices/reports.ts';
import type { Refusal } from '../../../context/server-context.ts';

/**
 * What an assertion is asked for with. Nothing else leads to one. What says something of a computer comes from that computer,
 * now, through the browser that asks: cookies are never such a proof.
 */
export type Claim =
  /** The device opened a permit: the second version's sign-in, and its activation. */
  | { readonly kind: 'permit'; readonly permit: Permit }
  /** The first version's sign-in: a signed report came in the very request that asks. One that was kept proves nothing. */
  | { readonly kind: 'report'; readonly taken: TakenReport }
  /** The device check was made this sign-in's second factor, and the page that did so brings what it was given for it. */
  | { readonly kind: 'activation'; readonly proof: ActivationProof }
  /** Leave that the server itself keeps; one use of it was taken in the same transaction, or its answer is given again. */
  | { readonly kind: 'grant'; readonly grant: AccessGrant; readonly isAgain: boolean }
  /**
   * The policy is not enforced for this person and application now; whether that is so is asked here. The permit that the
   * device opened names the computer; without one none is named.
   */
  | { readonly kind: 'observation'; readonly permit: Permit | null }
  /** The company's identity provider vouched for a device that cannot be read here; whether it did is asked here. */
  | { readonly kind: 'upstream-claim' };

/** The device session that what is shown comes from; null: it names none. */
export function deviceSessionOf(claim: Claim): string | null {
  switch (claim.kind) {
    case 'permit':
      return claim.permit.deviceSessionId;
    case 'report':
      return claim.taken.deviceSessionId;
    case 'activation':
      return claim.proof.deviceSessionId;
    case 'observation':
      return claim.permit?.deviceSessionId ?? null;
    case 'grant':
    case 'upstream-claim':
      return null;
    default:
      return claim satisfies never;
  }
}

export interface Question {
  readonly claim: Claim;
  readonly pending: PendingSignInRow;
  readonly application: Application;
  readonly webSessionId: string;
  /** activation: the device check is about to become the second factor, so that factor may still be missing. */
  readonly purpose: 'assertion' | 'activation';
  /** Who asks, as it was read with what was taken, after they were held; null: no one any more. Left out: it is asked. */
  readonly asking?: Asking | null | undefined;
}

export interface Leave {
  readonly person: Person;
  readonly webSession: WebSession;
  readonly deviceId: string | null;
  readonly deviceSessionId: string | null;
  readonly reportId: string | null;
  readonly grantId: string | null;
  /** The answer to a use that was taken before, whose first one may be lost. */
  readonly isAgain?: true;
  /** How the device stood, as every assertion says. A lenient policy lets a computer through that is not compliant. */
  readonly standing: DeviceStanding;
  /** How well that was proven. */
  readonly evidence: DeviceEvidence;
  /** Where nothing was enforced: the gate observed, or the policy is not enforced for this person and application. */
  readonly observed?: 'gate' | 'scope';
}

export type LeaveRefusal = Refusal<
  | 'permit_expired'
  | 'policy_not_met'
  | 'account_disabled'
  | 'not_signed_in'
  | 'device_blocked'
  | 'device_not_approved'
  | 'sign_in_expired'
  | 'report_missing'
>;
