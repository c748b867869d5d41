import { ACCOUNT_PATHS, CALLS } from '@vestibule/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptInvitation, beginInvitationPasskey, lookUpInvitation } from '../subjects/sign-in/invitations.ts';
import { describeMySession, endOtherSession } from '../subjects/sign-in/my-session.ts';
import { describeOnboarding } from '../subjects/sign-in/onboarding.ts';
import { changeOwnPassword, confirmOwnPassword } from '../subjects/sign-in/own-password.ts';
import { beginPasskeySignIn, signInWithPasskey } from '../subjects/sign-in/passkey-sign-in.ts';
import { signInWithPassword } from '../subjects/sign-in/password-sign-in.ts';
import { signOut, signOutEverywhere } from '../subjects/sign-in/sign-out.ts';
import { describeProgress } from '../subjects/sign-in/sessions.ts';
import { describeSignInOptions } from '../subjects/sign-in/sign-in-options.ts';
import type { Visit } from '../subjects/people/visit.ts';
import { describeResult } from '../subjects/sign-in/saml/logout-chain.ts';
import { type Installation, isRefusal, type Origin, type ServerContext } from '../context/server-context.ts';
import { clearSessionCookies, readBrowserMark, readSessionToken, setSessionCookies } from './frame/cookies.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** Signing in and out, the person's own sessions and password, invitations. */
export function registerIdentityRoutes(app: FastifyInstance, installation: Installation): void {
  registerSignInRoutes(app, installation);
  registerSessionRoutes(app, installation);
  registerPasswordRoutes(app, installation);
  registerInvitationRoutes(app, installation);
}

/** Where a sign-in comes from, and which session it takes the place of. */
export function visitOf(context: ServerContext, origin: Origin, request: FastifyRequest): Visit {
  return {
    ...origin,
    userAgent: request.headers['user-agent'] ?? '',
    sessionToken: readSessionToken(context, request),
    browserMark: readBrowserMark(context, request),
  };
}

function registerSignInRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.signInOptions, async ({ context, query, request }) =>
    answer(200, await describeSignInOptions(context, query.loginMarker, readSessionToken(context, request))),
  );

  registerCall(app, installation, CALLS.signIn, async ({ context, body, origin, request, reply }) => {
    const opened = await signInWithPassword(context, visitOf(context, origin, request), body);
    if (isRefusal(opened)) return opened;
    setSessionCookies(context, reply, opened);
    return answer(200, opened.step);
  });

  registerCall(app, installation, CALLS.passkeySignInOptions, async ({ context }) =>
    answer(200, await beginPasskeySignIn(context)),
  );

  registerCall(app, installation, CALLS.passkeySignIn, async ({ context, body, origin, request, reply }) => {
    const visit = visitOf(context, origin, request);
    const opened = await signInWithPasskey(context, visit, body.response, body.loginMarker);
    if (isRefusal(opened)) return opened;
    setSessionCookies(context, reply, opened);
    return answer(200, opened.step);
  });

  registerCall(app, installation, CALLS.signInProgress, async ({ context, caller, query }) => {
    const progress = await describeProgress(context, caller, query.loginMarker);
    if (isRefusal(progress)) return progress;
    const { needs, continueTo } = progress;
    return answer(200, {
      userDisplayName: caller.person.displayName,
      secondFactor: needs.challenge,
      continueTo,
    });
  });
}

function registerSessionRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.signOut, async ({ context, caller, origin, reply }) => {
    const continueTo = await signOut(context, origin, caller);
    clearSessionCookies(context, reply);
    return answer(200, { continueTo });
  });

  registerCall(app, installation, CALLS.signOutEverywhere, async ({ context, caller, origin, reply }) => {
    const continueTo = await signOutEverywhere(context, origin, caller);
    clearSessionCookies(context, reply);
    return answer(200, { continueTo });
  });

  registerCall(app, installation, CALLS.signOutResult, async ({ context, parameters }) => {
    const result = await describeResult(context, parameters.handle);
    return isRefusal(result) ? result : answer(200, result);
  });

  registerCall(app, installation, CALLS.mySession, async ({ context, caller }) =>
    answer(200, await describeMySession(context, caller)),
  );

  registerCall(app, installation, CALLS.endOtherSession, async ({ context, caller, parameters, origin }) => {
    const ended = await endOtherSession(context, origin, caller, parameters.id);
    return ended ?? answer(204, null);
  });

  registerCall(app, installation, CALLS.onboardingProgress, async ({ context, caller }) =>
    answer(200, await describeOnboarding(context, caller)),
  );
}

function registerPasswordRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.changePassword, async ({ context, caller, body, origin, request, reply }) => {
    const session = await changeOwnPassword(context, visitOf(context, origin, request), caller, body);
    if (isRefusal(session)) return session;
    setSessionCookies(context, reply, session);
    return answer(204, null);
  });

  registerCall(app, installation, CALLS.confirmPassword, async ({ context, caller, body, origin, request, reply }) => {
    const visit = visitOf(context, origin, request);
    const session = await confirmOwnPassword(context, visit, caller, body.password);
    if (isRefusal(session)) return session;
    setSessionCookies(context, reply, session);
    return answer(204, null);
  });
}

function registerInvitationRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.invitation, async ({ context, body, origin }) => {
    const found = await lookUpInvitation(context, origin, body.token);
    return isRefusal(found) ? found : answer(200, found);
  });

  registerCall(app, installation, CALLS.invitationPasskeyOptions, async ({ context, body, origin }) => {
    const options = await beginInvitationPasskey(context, origin, body.token, body.displayName);
    return isRefusal(options) ? options : answer(200, options);
  });

  registerCall(app, installation, CALLS.acceptInvitation, async ({ context, body, origin, request, reply }) => {
    const accepted = await acceptInvitation(context, visitOf(context, origin, request), body);
    if (isRefusal(accepted)) return accepted;
    setSessionCookies(context, reply, accepted.session);
    const { recoveryCodes, secondFactor } = accepted;
    return answer(201, { recoveryCodes, secondFactor, continueTo: ACCOUNT_PATHS.inProgress });
  });
}
