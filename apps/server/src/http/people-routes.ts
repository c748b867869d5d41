import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { bindSignIn } from '../context/bind-sign-in.ts';
import { mayGoOnByUpstream, mayGoOnUnchecked } from '../subjects/sign-in/issue/may-issue.ts';
import { describeUnsupported } from '../subjects/people/identity-providers/unsupported-system.ts';
import { isSecondStep } from '../protocols/entra/record.ts';
import { refuse, type Installation } from '../context/server-context.ts';
import { answer, registerCall } from './frame/register-call.ts';

export function registerPeopleRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.pendingSignIn, async ({ context, caller, parameters }) => {
    const { loginMarker } = parameters;
    const { session, person } = caller;
    const shown = { companyId: context.company.id, id: loginMarker, personId: person.id, webSessionId: session.id };
    const found = await bindSignIn(context, shown, session);
    if (found === null) return refuse('sign_in_unknown', 'This sign-in is not known here.');
    if (found.pending.expiresAt <= context.now()) {
      return refuse('sign_in_expired', 'This sign-in is too old. Open the application again.');
    }
    const { policy } = context.policy;
    return answer(200, {
      loginMarker,
      applicationName: found.application.name,
      startUrl: found.application.startUrl,
      mode: found.pending.mode,
      workplaceAccessPolicy: policy.workplaceAccessPolicy,
      isPolicyEnforced: policy.isPolicyEnforced,
      unsupportedSystems: await describeUnsupported(
        context,
        caller.session,
        found,
        await mayGoOnByUpstream(context, caller, found),
      ),
      ...(isSecondStep(found.application) ? { isSecondStep: true } : {}),
      ...((await mayGoOnUnchecked(context, caller, found)) ? { isObserved: true } : {}),
    });
  });
}
