import type { RestrictedSession, SessionParameters } from '@vestibule/contracts';
import { confirmRestrictedSession } from '../../repositories/devices.ts';
import { issueAccessToken } from './access-tokens.ts';
import { auditRefusedSession, openDeviceSession } from './device-session.ts';
import type { Caller } from '../../context/caller.ts';
import { findRestrictedSession } from './own-device-session.ts';
import { isRefusal, type Origin, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { endpointsOf } from '../settings/describe-settings.ts';

/**
 * Opens a session in which a device reports and reads the verdict, and nothing else: no permit, no fix, no assertion. It
 * opens nothing at all before the client has confirmed that it keeps it.
 */
export async function openRestrictedSession(
  context: ServerContext,
  origin: Origin,
  caller: Caller,
  parameters: SessionParameters,
): Promise<
  | RestrictedSession
  | Refusal<
      'access_token_wrong' | 'request_malformed' | 'device_blocked' | 'device_not_approved' | 'access_token_scope'
    >
> {
  // A token that was made for one restricted session does not lead to a second one.
  if (caller.accessToken !== null && caller.accessToken.deviceSessionId !== null) {
    const refusal = refuse('access_token_scope', 'This token is for one restricted session. Ask for a new one.');
    await auditRefusedSession(context, origin, caller, parameters.deviceId, refusal);
    return refusal;
  }
  const opened = await openDeviceSession(context, origin, caller, parameters, 'restricted');
  if (isRefusal(opened)) return opened;
  const accessToken = await issueRestrictedToken(context, caller, opened.sessionId);
  const { person } = caller;
  return {
    ...opened,
    accessToken,
    config: {
      devicesV2: { token: accessToken, session: { id: opened.sessionId }, endpoints: endpointsOf(context) },
      user: { id: person.id, displayName: person.displayName },
      company: { id: context.company.id, displayName: context.company.displayName },
    },
  };
}

/** From now on the session may be used. Asked again, it answers again: the answer may have been lost. */
export async function confirmSession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<
  | { readonly accessToken: string; readonly sessionId: string }
  | Refusal<'session_unknown' | 'session_expired' | 'device_blocked'>
> {
  const own = await findRestrictedSession(context, caller, sessionId);
  if (isRefusal(own)) return own;
  await confirmRestrictedSession(context.database, own.session, context.now());
  return { accessToken: await issueRestrictedToken(context, caller, sessionId), sessionId };
}

async function issueRestrictedToken(context: ServerContext, caller: Caller, sessionId: string): Promise<string> {
  const { accessToken } = await issueAccessToken(context, caller, 'device-v2-restricted', undefined, sessionId);
  return accessToken;
}
