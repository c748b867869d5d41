import { type Call, CALLS } from '@vestibule/contracts';
import type { WebSession } from '../../repositories/people.ts';

/**
 * The calls of a device check and of putting a computer right. A session that the identity provider vouched for takes these
 * and no others: not the person's own page, not their factors, not administration.
 */
const OPEN: ReadonlySet<Call> = new Set<Call>([
  CALLS.userDetails,
  CALLS.settings,
  CALLS.featureSettings,
  CALLS.featureFlag,
  CALLS.onlineSettings,
  CALLS.pendingSignIn,
  CALLS.supportInfo,
  CALLS.supportPhone,
  CALLS.liveChatSettings,
  CALLS.temporaryAccessInfo,
  CALLS.events,
  CALLS.signOut,
  // Installing Workplace.
  CALLS.installerParameters,
  CALLS.deviceAccount,
  CALLS.deviceUserId,
  CALLS.requiredState,
  CALLS.softwareInstallationRequirement,
  CALLS.logFciAgentInstallation,
  // The check itself, in both versions.
  CALLS.accessToken,
  CALLS.createSession,
  CALLS.uploadUrl,
  CALLS.checkResult,
  CALLS.fixGrant,
  CALLS.userSettings,
  CALLS.userGetInfo,
  CALLS.activity,
  CALLS.keyExchange,
  CALLS.deviceInfo,
  CALLS.check,
  CALLS.checkByDevice,
  CALLS.activate,
  // A new computer asks for its code here; it is confirmed in a sign-in of the person's own.
  CALLS.createVouchingCode,
  // What these lead to is asked at the one door.
  CALLS.samlResponse,
  CALLS.samlResponseV1,
]);

/** Whether a session reaches a call at all. */
export function mayCall({ reach }: Pick<WebSession, 'reach'>, call: Call): boolean {
  return reach === 'whole' || OPEN.has(call);
}
