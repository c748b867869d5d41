import { MESSAGES, type MessageAnswer, type MessageRequest, type MessageType } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { Call } from './context.ts';
import { getDeviceComplianceInfo, getDeviceName, getDiagnostics, getExtensionStatus } from './device-messages.ts';
import { executeFixAction } from './fix-messages.ts';
import { getDeviceData } from './report-messages.ts';
import { fail, type Result } from './result.ts';
import {
  decryptPermit,
  getCreateSessionParameters,
  getSessionData,
  removeSessionData,
  setSessionData,
} from './session-messages.ts';

type Handler = (payload: unknown, call: Call) => Promise<Result<unknown>>;

/** One handler for every message of the protocol; a message without one does not compile. */
export const HANDLERS: Readonly<Record<MessageType, Handler>> = {
  'get-device-name': parsed('get-device-name', getDeviceName),
  'get-extension-status': parsed('get-extension-status', getExtensionStatus),
  'get-device-compliance-info': parsed('get-device-compliance-info', getDeviceComplianceInfo),
  'get-diagnostics': parsed('get-diagnostics', getDiagnostics),
  'devices-v2/get-session-data': parsed('devices-v2/get-session-data', getSessionData),
  'devices-v2/get-create-session-parameters': parsed(
    'devices-v2/get-create-session-parameters',
    getCreateSessionParameters,
  ),
  'devices-v2/set-session-data': parsed('devices-v2/set-session-data', setSessionData),
  'devices-v2/remove-session-data': parsed('devices-v2/remove-session-data', removeSessionData),
  'devices-v2/get-device-data': parsed('devices-v2/get-device-data', getDeviceData),
  'devices-v2/decrypt-permit': parsed('devices-v2/decrypt-permit', decryptPermit),
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
