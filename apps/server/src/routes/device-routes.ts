import { CALLS, HEADERS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { createToken, hashToken } from '../crypto/tokens.ts';
import { createAccessToken } from '../repositories/access-tokens.ts';
import { writeActivity } from '../repositories/log.ts';
import { getCheckResult } from '../services/check-result.ts';
import { findOwnDeviceSession, openDeviceSession } from '../services/device-session.ts';
import { createFixGrant } from '../services/fix-grants.ts';
import { redeemPermit } from '../services/redeem.ts';
import { createUploadUrl, takeReport } from '../services/reports.ts';
import { isRefusal, refuse, type ServerContext } from '../services/server-context.ts';
import { answer, registerCall } from './register-call.ts';

const SCOPES: readonly string[] = ['device-v2', 'device-v2-restricted'];
const ACCESS_TOKEN_LIFE_S = 3600;

export function registerDeviceRoutes(app: FastifyInstance, context: ServerContext): void {
  registerCall(app, context, CALLS.accessToken, async ({ caller, query, request }) => {
    const scope = request.headers[HEADERS.scope.toLowerCase()];
    if (typeof scope !== 'string' || !SCOPES.includes(scope)) {
      return refuse('request_malformed', `${HEADERS.scope} must be one of ${SCOPES.join(', ')}.`);
    }
    const asked = query.duration ?? ACCESS_TOKEN_LIFE_S;
    const expiresIn = Math.floor(Math.min(Math.max(asked, 60), ACCESS_TOKEN_LIFE_S));
    const token = createToken();
    await createAccessToken(context.database, {
      companyId: context.company.id,
      tokenHash: hashToken(token),
      webSessionId: caller.session.id,
      scope,
      expiresAt: new Date(context.now().getTime() + expiresIn * 1000),
    });
    return answer(200, { accessToken: token, expiresIn, scope });
  });

  registerCall(app, context, CALLS.createSession, async ({ caller, body, accessToken, origin }) => {
    const session = await openDeviceSession(context, origin, caller, body, accessToken);
    return isRefusal(session) ? session : answer(200, session);
  });

  registerCall(app, context, CALLS.uploadUrl, async ({ caller, query }) => {
    const own = await findOwnDeviceSession(context, caller, query.sessionId);
    if (isRefusal(own)) return own;
    const uploadUrl = await createUploadUrl(context, own.session, query.deviceDataLength);
    return isRefusal(uploadUrl) ? uploadUrl : answer(200, { uploadUrl });
  });

  registerCall(app, context, CALLS.upload, async ({ parameters, body, request, origin }) => {
    const length = Number(request.headers['content-length']);
    const taken = await takeReport(context, origin, parameters.uploadId, body, length);
    return isRefusal(taken) ? taken : answer(204, null);
  });

  registerCall(app, context, CALLS.checkResult, async ({ caller, query }) => {
    const own = await findOwnDeviceSession(context, caller, query.sessionId);
    if (isRefusal(own)) return own;
    const result = await getCheckResult(context, caller, own, query.loginMarker);
    if (result === null) return answer(204, null);
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, context, CALLS.fixGrant, async ({ caller, body, origin }) => {
    const own = await findOwnDeviceSession(context, caller, body.sessionId);
    if (isRefusal(own)) return own;
    const grant = await createFixGrant(context, origin, caller, own, body.fixActionTypes);
    return isRefusal(grant) ? grant : answer(200, grant);
  });

  registerCall(app, context, CALLS.samlResponse, async ({ caller, body, origin }) => {
    const issued = await redeemPermit(context, origin, caller, body);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, context, CALLS.activity, async ({ caller, body }) => {
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
