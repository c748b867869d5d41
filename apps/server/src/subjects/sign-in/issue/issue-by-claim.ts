import type { ErrorCode, SamlPostData } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import type { AccessGrant } from '../../../repositories/access-grants.ts';
import type { Caller } from '../../../context/caller.ts';
import { issueWith } from './issue-response.ts';
import type { LeaveRefusal } from './leave.ts';
import type { TakenReport } from '../../devices/reports.ts';
import { isRefusal, type Origin, type Refusal, type ServerContext } from '../../../context/server-context.ts';

type AnyRefusal = LeaveRefusal['refused'] | 'sign_in_unknown';

/** Why there is no response to a report. */
export type ReportLeaveRefusal = Refusal<Exclude<AnyRefusal, 'permit_expired'>>;
/** Why there is no response to a grant. */
export type GrantLeaveRefusal = Refusal<
  Exclude<AnyRefusal, 'permit_expired' | 'report_missing' | 'device_not_approved'>
>;

/** The response for a signed report of the first version that was taken in this very request. */
export async function issueByReport(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  { taken, pendingSignInId }: { readonly taken: TakenReport; readonly pendingSignInId: string },
): Promise<SamlPostData | ReportLeaveRefusal> {
  const issued = await issueWith<never>(context, origin, caller, async () => ({
    claim: { kind: 'report', taken },
    pendingSignInId,
  }));
  refuseImpossible(issued, ['permit_expired']);
  return issued as SamlPostData | ReportLeaveRefusal;
}

/** A grant of which a use was taken in this transaction, or whose last use is answered once more. */
export interface TakenGrant {
  readonly grant: AccessGrant;
  readonly isAgain: boolean;
}

/** The response by a grant, of which a use is taken in the same transaction. */
export async function issueByGrant<Code extends ErrorCode>(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  pendingSignInId: string,
  takeGrant: (transaction: Database) => Promise<TakenGrant | Refusal<Code>>,
): Promise<SamlPostData | Refusal<Code> | GrantLeaveRefusal> {
  const issued = await issueWith<Code>(context, origin, caller, async (transaction) => {
    const taken = await takeGrant(transaction);
    return isRefusal(taken) ? taken : { claim: { kind: 'grant', ...taken }, pendingSignInId };
  });
  refuseImpossible(issued, ['permit_expired', 'report_missing', 'device_not_approved']);
  return issued as SamlPostData | Refusal<Code> | GrantLeaveRefusal;
}

/** A call declares what it can refuse. What cannot happen in it is a bug, and is not answered as if it were foreseen. */
function refuseImpossible(issued: SamlPostData | Refusal, codes: readonly ErrorCode[]): void {
  if (isRefusal(issued) && codes.includes(issued.refused)) throw new Error(`Refused for nothing: ${issued.refused}`);
}
