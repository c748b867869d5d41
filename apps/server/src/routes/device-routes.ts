import { CALLS, HEADERS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { createCompanyToken, hashToken } from '../crypto/tokens.ts';
import { createAccessToken } from '../repositories/access-tokens.ts';
import { writeActivity } from '../repositories/log.ts';
import { getCheckResult } from '../services/check-result.ts';
import { findOwnDeviceSession, openDeviceSession } from '../services/device-session.ts';
import { createFixGrant } from '../services/fix-grants.ts';
import { redeemPermit } from '../services/redeem.ts';
import { createUploadUrl, takeReport } from '../services/reports.ts';
import { isRefusal, refuse, type Installation } from '../services/server-context.ts';
import { endpointOf } from './company-of-request.ts';
import { answer, registerCall } from './register-call.ts';

const SCOPES: readonly string[] = ['device-v2', 'device-v2-restricted'];
const ACCESS_TOKEN_LIFE_S = 3600;

export function registerDeviceRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.accessToken, async ({ context, caller, query, request }) => {
    const scope = request.headers[HEADERS.scope.toLowerCase()];
    if (typeof scope !== 'string' || !SCOPES.includes(scope)) {
      return refuse('request_malformed', `${HEADERS.scope} must be one of ${SCOPES.join(', ')}.`);
    }
    const asked = query.duration ?? ACCESS_TOKEN_LIFE_S;
    const expiresIn = Math.floor(Math.min(Math.max(asked, 60), ACCESS_TOKEN_LIFE_S));
    const token = createCompanyToken(context.company.id);
    await createAccessToken(context.database, {
      companyId: context.company.id,
      tokenHash: hashToken(token),
      webSessionId: caller.session.id,
      scope,
      deviceSessionId: null,
      expiresAt: new Date(context.now().getTime() + expiresIn * 1000),
    });
    return answer(200, { accessToken: token, expiresIn, scope });
  });

  registerCall(app, installation, CALLS.createSession, async ({ context, caller, body, accessToken, origin }) => {
    const session = await openDeviceSession(context, origin, caller, body, accessToken);
    return isRefusal(session) ? session : answer(200, session);
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

  registerCall(app, installation, CALLS.checkResult, async ({ context, caller, query }) => {
    const own = await findOwnDeviceSession(context, caller, query.sessionId);
    if (isRefusal(own)) return own;
    const result = await getCheckResult(context, caller, own, query.loginMarker);
    if (result === null) return answer(204, null);
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, installation, CALLS.fixGrant, async ({ context, caller, body, origin }) => {
    const own = await findOwnDeviceSession(context, caller, body.sessionId);
    if (isRefusal(own)) return own;
    const grant = await createFixGrant(context, origin, caller, own, body.fixActionTypes);
    return isRefusal(grant) ? grant : answer(200, grant);
  });

  registerCall(app, installation, CALLS.samlResponse, async ({ context, caller, body, origin }) => {
    const issued = await redeemPermit(context, origin, caller, body);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.activity, async ({ context, caller, body }) => {
    await writeActivity(context.database, {
      companyId: context.company.id,
      at: context.now(),
      personId: caller.person.id,
      verb: body.verb,
      deviceName: body.details.deviceName,
    });
    return answer(204, null);
  });
}
