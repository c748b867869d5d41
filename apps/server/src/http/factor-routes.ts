import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import {
  beginPasskeyEnrollment,
  beginTotpEnrollment,
  confirmTotpEnrollment,
  enrollPasskey,
} from '../subjects/sign-in/enroll-factors.ts';
import { beginPasskeyFactor, giveSecondFactor } from '../subjects/sign-in/give-second-factor.ts';
import { listFactors, removeFactor, renewOwnRecoveryCodes } from '../subjects/sign-in/manage-factors.ts';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { setSessionCookies } from './frame/cookies.ts';
import { visitOf } from './identity-routes.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** A person's second factors: giving one, and the list of them. Whatever adds a factor to a session changes its token. */
export function registerFactorRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.giveSecondFactor, async ({ context, caller, body, origin, request, reply }) => {
    const visit = visitOf(context, origin, request);
    const given = await giveSecondFactor(context, visit, caller, body.factor, body.loginMarker);
    if (isRefusal(given)) return given;
    setSessionCookies(context, reply, given);
    return answer(200, { continueTo: given.continueTo });
  });

  registerCall(app, installation, CALLS.secondFactorPasskeyOptions, async ({ context, caller }) => {
    const options = await beginPasskeyFactor(context, caller);
    return isRefusal(options) ? options : answer(200, options);
  });

  registerCall(app, installation, CALLS.secondFactors, async ({ context, caller }) =>
    answer(200, await listFactors(context, caller.person)),
  );

  registerCall(app, installation, CALLS.enrollTotp, async ({ context, caller, body }) => {
    const begun = await beginTotpEnrollment(context, caller, body.name);
    return isRefusal(begun) ? begun : answer(201, begun);
  });

  registerCall(app, installation, CALLS.confirmTotp, async ({ context, caller, parameters, body, ...asked }) => {
    const { origin, request, reply } = asked;
    const visit = visitOf(context, origin, request);
    const enrolled = await confirmTotpEnrollment(context, visit, caller, { ...parameters, ...withMarker(body) });
    if (isRefusal(enrolled)) return enrolled;
    setSessionCookies(context, reply, enrolled.session);
    return answer(200, { recoveryCodes: enrolled.recoveryCodes, continueTo: enrolled.continueTo });
  });

  registerCall(app, installation, CALLS.passkeyRegistrationOptions, async ({ context, caller }) => {
    const options = await beginPasskeyEnrollment(context, caller);
    return isRefusal(options) ? options : answer(200, options);
  });

  registerCall(app, installation, CALLS.registerPasskey, async ({ context, caller, body, origin, request, reply }) => {
    const visit = visitOf(context, origin, request);
    const enrolled = await enrollPasskey(context, visit, caller, withMarker(body));
    if (isRefusal(enrolled)) return enrolled;
    setSessionCookies(context, reply, enrolled.session);
    return answer(201, { recoveryCodes: enrolled.recoveryCodes, continueTo: enrolled.continueTo });
  });

  registerCall(app, installation, CALLS.renewRecoveryCodes, async ({ context, caller, origin }) => {
    const codes = await renewOwnRecoveryCodes(context, origin, caller);
    return isRefusal(codes) ? codes : answer(201, { recoveryCodes: codes });
  });

  registerCall(app, installation, CALLS.removeSecondFactor, async ({ context, caller, parameters, origin }) => {
    const removed = await removeFactor(context, origin, caller, parameters.id);
    return removed ?? answer(204, null);
  });
}

function withMarker<Body extends { readonly loginMarker?: string | undefined }>(body: Body) {
  return { ...body, loginMarker: body.loginMarker };
}
