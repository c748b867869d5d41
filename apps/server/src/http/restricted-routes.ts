import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { confirmSession, openRestrictedSession } from '../subjects/devices/restricted-session.ts';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** Sessions in which a device may report before its person may sign in. */
export function registerRestrictedRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.createRestrictedSession, async ({ context, caller, body, origin }) => {
    const opened = await openRestrictedSession(context, origin, caller, body);
    return isRefusal(opened) ? opened : answer(200, opened);
  });

  registerCall(app, installation, CALLS.confirmRestrictedSession, async ({ context, caller, body }) => {
    const confirmed = await confirmSession(context, caller, body.sessionId);
    return isRefusal(confirmed) ? confirmed : answer(200, confirmed);
  });
}
