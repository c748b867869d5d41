import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { bindPendingSignIn, findPendingSignIn } from '../repositories/pending-sign-ins.ts';
import { refuse, isRefusal, type Installation } from '../services/server-context.ts';
import { describeSettings, describeSupport, describeUser } from '../services/settings.ts';
import { signIn, signOut } from '../services/sign-in.ts';
import { clearSessionCookies, setSessionCookies } from './cookies.ts';
import { answer, registerCall } from './register-call.ts';

export function registerPeopleRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.signIn, async ({ context, body, origin, reply }) => {
    const result = await signIn(context, origin, body);
    if (isRefusal(result)) return result;
    setSessionCookies(context, reply, result);
    return answer(200, { continueTo: result.continueTo });
  });

  registerCall(app, installation, CALLS.signOut, async ({ context, caller, origin, reply }) => {
    await signOut(context, origin, caller.session, caller.person);
    clearSessionCookies(context, reply);
    return answer(204, null);
  });

  registerCall(app, installation, CALLS.userDetails, async ({ context, caller }) =>
    answer(200, describeUser(context, caller.person)),
  );

  registerCall(app, installation, CALLS.settings, async ({ context, caller }) =>
    answer(200, describeSettings(context, caller)),
  );

  registerCall(app, installation, CALLS.supportInfo, async ({ context }) => answer(200, describeSupport(context)));

  registerCall(app, installation, CALLS.publicSupportInfo, async ({ context }) =>
    answer(200, { ...describeSupport(context), companyName: context.company.displayName, productName: 'Workplace' }),
  );

  registerCall(app, installation, CALLS.pendingSignIn, async ({ context, caller, parameters }) => {
    const { loginMarker } = parameters;
    const isOwn = await bindPendingSignIn(context.database, context.company.id, loginMarker, caller.person.id);
    const found = isOwn ? await findPendingSignIn(context.database, context.company.id, loginMarker) : null;
    if (found === null) return refuse('sign_in_unknown', 'This sign-in is not known here.');
    if (found.pending.expiresAt <= context.now()) {
      return refuse('sign_in_expired', 'This sign-in is too old. Open the application again.');
    }
    const { policy } = context.policy;
    return answer(200, {
      loginMarker,
      applicationName: found.application.name,
      startUrl: found.application.startUrl,
      mode: 'frontline',
      workplaceAccessPolicy: policy.workplaceAccessPolicy,
      isPolicyEnforced: policy.isPolicyEnforced,
    });
  });
}
