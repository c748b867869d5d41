import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { findOwnAgent } from '../subjects/devices/agents.ts';
import { activate } from '../subjects/sign-in/activation.ts';
import {
  describeSent,
  describeStored,
  exchangeKeys,
  findFirstVersion,
  judgeNewest,
  takeDeviceInfo,
} from '../subjects/sign-in/first-version.ts';
import { issueFirstVersionResponse } from '../subjects/access/first-version-response.ts';
import { askTemporaryAccess, describeTemporaryAccess } from '../subjects/access/own-temporary-access.ts';
import { type Installation, isRefusal, refuse } from '../context/server-context.ts';
import { skipInstallation } from '../subjects/access/skip-installation.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** The first version of the device check, and the ways in that need no verdict. */
export function registerComplianceRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.keyExchange, async ({ context, caller, body, origin }) => {
    const opened = await exchangeKeys(context, origin, caller, body);
    if (isRefusal(opened)) return opened;
    const { publicKey: serverPublicKey, ...session } = opened;
    return answer(200, { ...session, serverPublicKey });
  });

  registerCall(app, installation, CALLS.checkByDevice, async ({ context, caller, parameters, query }) => {
    const { deviceId } = parameters;
    const own = (await findOwnAgent(context, caller, deviceId)) ?? (await findFirstVersion(context, caller, deviceId));
    if (isRefusal(own)) return own;
    const verdict = await judgeNewest(context, caller, own, wantedOf(query));
    if (verdict === null) return refuse('report_missing', 'There is no report of this computer.');
    const result = await describeStored(context, caller, own, verdict, wantedOf(query));
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, installation, CALLS.check, async ({ context, caller, query, body, origin }) => {
    const sent = await takeDeviceInfo(context, origin, caller, body);
    if (isRefusal(sent)) return sent;
    const verdict = await judgeNewest(context, caller, sent.own, wantedOf(query));
    if (verdict === null) throw new Error('A report that was taken cannot be found.');
    const result = await describeSent(context, origin, caller, sent, verdict, wantedOf(query));
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, installation, CALLS.deviceInfo, async ({ context, caller, body, origin }) => {
    const sent = await takeDeviceInfo(context, origin, caller, body);
    return isRefusal(sent) ? sent : answer(204, null);
  });

  registerCall(app, installation, CALLS.samlResponseV1, async ({ context, caller, query, origin }) => {
    const issued = await issueFirstVersionResponse(context, origin, caller, query.loginMarker);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.skipInstallation, async ({ context, caller, query, origin }) => {
    const issued = await skipInstallation(context, origin, caller, query.loginMarker);
    return isRefusal(issued) ? issued : answer(200, issued);
  });

  registerCall(app, installation, CALLS.temporaryAccessInfo, async ({ context, caller, query }) =>
    answer(200, await describeTemporaryAccess(context, caller, query.loginMarker)),
  );

  registerCall(app, installation, CALLS.askTemporaryAccess, async ({ context, caller, body, origin }) => {
    const { reason, loginMarker } = body;
    const refusal = await askTemporaryAccess(context, origin, caller, { reason, loginMarker });
    return refusal ?? answer(204, null);
  });

  registerCall(app, installation, CALLS.activate, async ({ context, caller, body, origin }) => {
    const shown =
      body.type === 'deviceComplianceV2'
        ? ({ kind: 'permit', permit: body.permit } as const)
        : ({ kind: 'report', deviceInfo: body.deviceInfo, loginMarker: body.loginMarker } as const);
    const activated = await activate(context, origin, caller, shown);
    return isRefusal(activated) ? activated : answer(200, activated);
  });
}

function wantedOf(query: { loginMarker?: string | undefined; skipSamlResponse?: 'true' | 'false' | undefined }) {
  return { loginMarker: query.loginMarker, isResponseSkipped: query.skipSamlResponse === 'true' };
}
