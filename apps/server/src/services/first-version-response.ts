import type { SamlPostData } from '@vestibule/contracts';
import type { Caller } from './device-session.ts';
import { findFirstVersion } from './first-version.ts';
import { auditRefusal } from './issue-response.ts';
import { issueByReport, type ReportLeaveRefusal } from './issue-by-claim.ts';
import { findOwnOrNewestSignIn } from './own-sign-in.ts';
import { issueByTemporaryAccess } from './own-temporary-access.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from './server-context.ts';

type ResponseRefusal = ReportLeaveRefusal | Refusal<'protocol_too_old'>;

/** The response by temporary access, where there is any that opens; else by the first version's verdict. */
export async function issueFirstVersionResponse(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<SamlPostData | ResponseRefusal> {
  const refuseAudited = async <Code extends ResponseRefusal>(refusal: Code): Promise<Code> => {
    await auditRefusal(context, origin, caller, refusal);
    return refusal;
  };
  const signIn =
    (await findOwnOrNewestSignIn(context, caller, loginMarker)) ??
    refuse('sign_in_unknown', 'No application waits for this sign-in.');
  if (isRefusal(signIn)) return refuseAudited(signIn);
  const granted = await issueByTemporaryAccess(context, origin, caller, signIn);
  if (granted !== null && !isRefusal(granted)) return granted;
  const own = await findFirstVersion(context, caller);
  if (!isRefusal(own)) {
    const pendingSignInId = signIn.pending.id;
    return issueByReport(context, origin, caller, { deviceSessionId: own.session.id, pendingSignInId });
  }
  // What leave was there says more than that there is no check.
  if (granted !== null) return granted;
  return refuseAudited(
    own.refused === 'keys_missing' ? refuse('report_missing', own.message) : refuse(own.refused, own.message),
  );
}
