import { findNewestReport } from '../../../repositories/reports.ts';
import type { Caller } from '../../../context/caller.ts';
import { hasOwnSignIn } from '../../people/local-sign-in.ts';
import { mayTry } from '../../people/attempts.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { codeAttempt, makeCode } from './codes.ts';
import { checkMayVouch } from './may-be-vouched-for.ts';
import { checkIsWaiting, findReportingComputer } from './reporting-computer.ts';

/** A code is confirmed in a sign-in of the person's own: a second step is none. */
async function whyNotConfirmed(
  context: ServerContext,
  { session, person }: Caller,
): Promise<Refusal<'not_possible'> | null> {
  if (session.reach === 'whole' || (await hasOwnSignIn(context, person))) return null;
  return refuse('not_possible', 'This person has no sign-in of their own here, in which a code would be confirmed.');
}

/** Makes a code for the computer of a device session, once it has signed a report: showing public keys proves nothing. */
export async function createVouchingCode(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  sessionId: string,
): Promise<
  | { readonly code: string; readonly expiresAt: string }
  | Refusal<'session_unknown' | 'device_blocked' | 'report_missing' | 'not_possible' | 'too_many_attempts'>
> {
  const { database, company } = context;
  const own = await findReportingComputer(context, caller, sessionId);
  if (isRefusal(own)) return own;
  const refusal =
    checkIsWaiting(own.device) ??
    (await whyNotConfirmed(context, caller)) ??
    (await checkMayVouch(context, database, caller.person, [caller.session.id]));
  if (refusal !== null) return refusal;
  if ((await findNewestReport(database, company.id, own.session.id)) === null) {
    return refuse('report_missing', 'There is no report of this computer yet.');
  }
  if (!(await mayTry(context, codeAttempt(context, caller, 'asked')))) {
    return refuse('too_many_attempts', 'Too many codes were asked for. Wait a minute.');
  }
  return makeCode(context, caller, { deviceSessionId: own.session.id, address: origin.address });
}
