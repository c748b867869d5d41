import { ACCESS_TOKEN_SCOPES, CALLS, HEADERS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { oneLine } from '../operations/log/one-line.ts';
import { noteActivity } from '../subjects/devices/note-activity.ts';
import { issueAccessToken } from '../subjects/devices/access-tokens.ts';
import { getCheckResult } from '../subjects/sign-in/check-result.ts';
import { openDeviceSession } from '../subjects/devices/device-session.ts';
import { createFixGrant } from '../subjects/devices/fix-grants.ts';
import { findOwnDeviceSession } from '../subjects/devices/own-device-session.ts';
import { issueWebTokenToDevice } from '../subjects/sign-in/web-tokens.ts';
import { redeemPermit } from '../subjects/sign-in/issue/redeem.ts';
import { takeReport } from '../subjects/devices/reports.ts';
import { isRefusal, refuse, type Installation } from '../context/server-context.ts';
import { describeSettings } from '../subjects/settings/describe-settings.ts';
import { createUploadUrl } from '../subjects/devices/upload-address.ts';
import { endpointOf } from './frame/company-of-request.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** The second version of the device check. */
export function registerDeviceRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.accessToken, async ({ context, caller, query, request }) => {
    const asked = request.headers[HEADERS.scope.toLowerCase()];
    const scope = ACCESS_TOKEN_SCOPES.find((known) => known === asked);
    if (scope === undefined) {
      return refuse('request_malformed', `${HEADERS.scope} must be one of ${ACCESS_TOKEN_SCOPES.join(', ')}.`);
    }
    return answer(200, { ...(await issueAccessToken(context, caller, scope, query.duration)), scope });
  });

  registerCall(app, installation, CALLS.createSession, async ({ context, caller, body, accessToken, origin }) => {
    const session = await openDeviceSession(context, origin, caller, body, 'full');
    return isRefusal(session) ? session : answer(200, { ...session, token: accessToken });
  });

  registerCall(app, installation, CALLS.uploadUrl, async ({ context, caller, query, request }) => {
    const own = await findOwnDeviceSession(context, caller, query.sessionId);
    if (isRefusal(own)) return own;
    const uploadUrl = await createUploadUrl(context, own.session, query.deviceDataLength, endpointOf(context, request));
    return isRefusal(uploadUrl) ? uploadUrl : answer(200, { uploadUrl });
  });

  registerCall(app, installation, CALLS.upload, async ({ context, parameters, body, request, origin }) => {
    const length = Number(request.headers['content-length']);
    const taken = await takeReport(context, origin, parameters.uploadId, body, length);
    return isRefusal(taken) ? taken : answer(204, null);
  });

  registerCall(app, installation, CALLS.checkResult, async ({ context, caller, query, origin }) => {
    if (query.loginMarker !== undefined && caller.accessToken?.scope !== 'device-v2') {
      return refuse('access_token_scope', 'A restricted token leads to no permit: leave out loginMarker.');
    }
    const own = await findOwnDeviceSession(context, caller, query.sessionId);
    if (isRefusal(own)) return own;
    const result = await getCheckResult(context, origin, caller, own, query.loginMarker);
    if (result === null) return answer(204, null);
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, installation, CALLS.fixGrant, async ({ context, caller, body, origin }) => {
    const own = await findOwnDeviceSession(context, caller, body.sessionId);
    if (isRefusal(own)) return own;
    const grant = await createFixGrant(context, origin, caller, own, body.fixActionTypes);
    return isRefusal(grant) ? grant : answer(200, grant);
  });

  registerCall(app, installation, CALLS.deviceWebToken, async ({ context, caller, body, origin }) => {
    const own = await findOwnDeviceSession(context, caller, body.sessionId);
    if (isRefusal(own)) return own;
    const issued = await issueWebTokenToDevice(context, origin, caller, own, body.proof);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.samlResponse, async ({ context, caller, body, origin }) => {
    const issued = await redeemPermit(context, origin, caller, body);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.userSettings, async ({ context, caller }) =>
    answer(200, describeSettings(context, caller)),
  );

  registerCall(app, installation, CALLS.samlLoginActivity, async ({ context, caller, body }) => {
    await noteActivity(context, caller, {
      verb: 'samlLogin',
      deviceName: oneLine(body.deviceName),
      claimed: body,
    });
    return answer(204, null);
  });

  registerCall(app, installation, CALLS.activity, async ({ context, caller, body }) => {
    await noteActivity(context, caller, {
      verb: body.verb,
      deviceName: oneLine(body.details.deviceName),
    });
    return answer(204, null);
  });
}
