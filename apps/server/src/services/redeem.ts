import type { SamlPostData } from '@vestibule/contracts';
import { hashToken } from '../crypto/tokens.ts';
import { completePendingSignIn, findPendingSignIn } from '../repositories/pending-sign-ins.ts';
import { findPermit, takePermit } from '../repositories/permits.ts';
import { issueResponse, serviceProviderSchema } from '../saml/index.ts';
import { audit } from './audit.ts';
import type { Caller } from './device-session.ts';
import { type LeaveRefusal, mayIssue } from './may-issue.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

type RedeemRefusal = LeaveRefusal | Refusal<'permit_unknown' | 'permit_used' | 'sign_in_unknown'>;

/**
 * Redeems a permit for the signed SAML response. Taking the permit, the audit entry and the signature are one
 * transaction: a refusal leaves everything as it was, except that the refusal itself is audited.
 */
export async function redeemPermit(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  permitHandle: string,
): Promise<SamlPostData | RedeemRefusal> {
  const handleHash = hashToken(permitHandle);
  const refusal = await findRefusal(context, caller, handleHash);
  const result = refusal ?? (await issue(context, origin, handleHash));
  if (isRefusal(result)) {
    await audit(context, origin, {
      action: 'saml-response',
      outcome: 'refused',
      actor: caller.person.login,
      details: { code: result.refused },
    });
  }
  return result;
}

/** Why a permit cannot even be tried: so that a wrong try does not spend it. */
async function findRefusal(
  context: ServerContext,
  caller: Caller,
  handleHash: string,
): Promise<Refusal<'permit_unknown' | 'permit_used'> | null> {
  const permit = await findPermit(context.database, context.company.id, handleHash);
  const isOwn = permit !== null && permit.webSessionId === caller.session.id && permit.personId === caller.person.id;
  if (!isOwn) return refuse('permit_unknown', 'This permit is not known here, or a newer one has replaced it.');
  return permit.usedAt === null ? null : refuse('permit_used', 'This permit has been used. It works once.');
}

class RollBack extends Error {
  readonly refusal: RedeemRefusal;

  constructor(refusal: RedeemRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

async function issue(
  context: ServerContext,
  origin: Origin,
  handleHash: string,
): Promise<SamlPostData | RedeemRefusal> {
  try {
    return await context.database.transaction(async (transaction) => {
      const permit = await takePermit(transaction, context.company.id, handleHash, context.now());
      if (permit === null) throw new RollBack(refuse('permit_used', 'This permit has been used. It works once.'));
      const found = await findPendingSignIn(transaction, context.company.id, permit.pendingSignInId);
      if (found === null) throw new RollBack(refuse('sign_in_unknown', 'This sign-in is not known here.'));
      const leave = await mayIssue(context, transaction, permit, found.pending);
      if (isRefusal(leave)) throw new RollBack(leave);

      const issued = issueResponse(context.samlKey, {
        issuer: `${context.config.publicUrl}/saml/metadata`,
        serviceProvider: serviceProviderSchema.parse(found.application.serviceProvider),
        inResponseTo: found.pending.requestId,
        acsUrl: found.pending.acsUrl,
        nameIdFormat: found.pending.nameIdFormat,
        person: {
          id: leave.person.id,
          login: leave.person.login,
          email: leave.person.email,
          displayName: leave.person.displayName,
        },
        authenticatedAt: leave.webSession.authenticatedAt,
        deviceStanding: leave.standing,
        now: context.now(),
      });
      await completePendingSignIn(transaction, context.company.id, found.pending.id, context.now());
      await audit(
        context,
        origin,
        {
          action: 'saml-response',
          outcome: 'done',
          actor: leave.person.login,
          target: found.application.entityId,
          details: {
            assertionId: issued.assertionId,
            deviceId: leave.deviceId,
            reportId: leave.verdict.reportId,
            policyVersion: context.policy.version,
            standing: leave.standing,
          },
        },
        transaction,
      );
      return {
        actionUrl: found.pending.acsUrl,
        samlResponse: issued.samlResponse,
        relayState: found.pending.relayState,
      };
    });
  } catch (error) {
    if (error instanceof RollBack) return error.refusal;
    throw error;
  }
}
