import { MESSAGES, type MessageAnswer, type MessageRequest, type MessageType } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import {
  launchApp,
  launchWorkplace,
  registerFciUserInfo,
  registerSiloData,
  setApplicationMode,
} from './application-messages.ts';
import type { Call } from './context.ts';
import {
  getDeviceAuthToken,
  getDeviceComplianceInfo,
  getDeviceName,
  getDiagnostics,
  getExtensionStatus,
  getSummary,
} from './device-messages.ts';
import { setServerDeviceKey } from './first-version-messages.ts';
import { executeFixAction } from './fix-messages.ts';
import { getDeviceData, getDeviceInfo, getRestrictedDeviceData } from './report-messages.ts';
import { getRestrictedSessionConfig, setRestrictedSessionData, setRestrictedToken } from './restricted-messages.ts';
import { fail, type Result } from './result.ts';
import {
  decryptPermit,
  getSessionData,
  getSessionParameters,
  removeSessionData,
  setSessionData,
} from './session-messages.ts';

type Handler = (payload: unknown, call: Call) => Promise<Result<unknown>>;

/** One handler for every message of the protocol; a message without one does not compile. */
export const HANDLERS: Readonly<Record<MessageType, Handler>> = {
  'get-device-name': parsed('get-device-name', getDeviceName),
  'get-extension-status': parsed('get-extension-status', getExtensionStatus),
  'get-device-compliance-info': parsed('get-device-compliance-info', getDeviceComplianceInfo),
  'get-summary': parsed('get-summary', getSummary),
  'get-diagnostics': parsed('get-diagnostics', getDiagnostics),
  'get-device-info': parsed('get-device-info', getDeviceInfo),
  'get-client-device-key': parsed('get-client-device-key', getSessionParameters),
  'set-server-device-key': parsed('set-server-device-key', setServerDeviceKey),
  'set-application-mode': parsed('set-application-mode', setApplicationMode),
  'launch-workplace': parsed('launch-workplace', launchWorkplace),
  'launch-app': parsed('launch-app', launchApp),
  'get-device-auth-token': parsed('get-device-auth-token', getDeviceAuthToken),
  'register-silo-data': parsed('register-silo-data', registerSiloData),
  'register-fci-user-info': parsed('register-fci-user-info', registerFciUserInfo),
  'devices-v2/get-session-data': parsed('devices-v2/get-session-data', getSessionData),
  'devices-v2/get-create-session-parameters': parsed('devices-v2/get-create-session-parameters', getSessionParameters),
  'devices-v2/set-session-data': parsed('devices-v2/set-session-data', setSessionData),
  'devices-v2/remove-session-data': parsed('devices-v2/remove-session-data', removeSessionData),
  'devices-v2/get-device-data': parsed('devices-v2/get-device-data', getDeviceData),
  'devices-v2/decrypt-permit': parsed('devices-v2/decrypt-permit', decryptPermit),
  'devices-v2/get-restricted-session-config': parsed(
    'devices-v2/get-restricted-session-config',
    getRestrictedSessionConfig,
  ),
  'devices-v2/get-create-restricted-session-parameters': parsed(
    'devices-v2/get-create-restricted-session-parameters',
    getSessionParameters,
  ),
  'devices-v2/set-restricted-session-data': parsed('devices-v2/set-restricted-session-data', setRestrictedSessionData),
  'devices-v2/set-restricted-token': parsed('devices-v2/set-restricted-token', setRestrictedToken),
  'devices-v2/get-restricted-device-data': parsed('devices-v2/get-restricted-device-data', getRestrictedDeviceData),
  'execute-fix-action': parsed('execute-fix-action', executeFixAction),
};

/** Parses the payload by the contract before the handler sees it. */
function parsed<Type extends MessageType>(
  type: Type,
  handle: (request: MessageRequest<Type>, call: Call) => Promise<Result<MessageAnswer<Type>>>,
): Handler {
  // The compiler does not follow a lookup by a type parameter; the table itself ties the two together.
  const schema = MESSAGES[type].request as z.ZodMiniType as z.ZodMiniType<MessageRequest<Type>>;
  return async (payload, call) => {
    const request = schema.safeParse(payload ?? {});
    if (!request.success) return fail('malformed-message', `The content of "${type}" has not the agreed form.`);
    return handle(request.data, call);
  };
}
