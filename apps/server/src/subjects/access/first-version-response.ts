import type { SamlPostData } from '@vestibule/contracts';
import type { Caller } from '../../context/caller.ts';
import { auditRefusal } from '../sign-in/issue/issue-response.ts';
import type { GrantLeaveRefusal } from '../sign-in/issue/issue-by-claim.ts';
import { findOwnOrNewestSignIn } from '../people/own-sign-in.ts';
import { issueByTemporaryAccess } from './own-temporary-access.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';

type ResponseRefusal = GrantLeaveRefusal | Refusal<'sign_in_expired' | 'report_missing'>;

/**
 * The response by temporary access, where there is any that opens. A computer is proven by a new signed report, which this
 * call does not bring: what was reported before opens nothing.
 */
export async function issueFirstVersionResponse(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  loginMarker: string | undefined,
): Promise<SamlPostData | ResponseRefusal> {
  const refuseAudited = async <Code extends ResponseRefusal>(
    refusal: Code,
    signInId: string | null = null,
  ): Promise<Code> => {
    await auditRefusal(context, origin, caller, refusal, signInId);
    return refusal;
  };
  const signIn =
    (await findOwnOrNewestSignIn(context, caller, loginMarker)) ??
    refuse('sign_in_unknown', 'No application waits for this sign-in.');
  if (isRefusal(signIn)) return refuseAudited(signIn);
  const granted = await issueByTemporaryAccess(context, origin, caller, signIn);
  // What access was given says more than that there is no check.
  if (granted !== null) return granted;
  const message = 'Send a new signed report to `check` for the response: a stored one proves no computer.';
  return refuseAudited(refuse('report_missing', message), signIn.pending.id);
}
