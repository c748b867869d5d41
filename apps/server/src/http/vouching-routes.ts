import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { createVouchingCode } from '../subjects/sign-in/vouching/create-code.ts';
import { vouch } from '../subjects/sign-in/vouching/vouch.ts';
import { describeWaitingComputer } from '../subjects/sign-in/vouching/waiting-computer.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** A computer of a person that is registered vouches for their next one. */
export function registerVouchingRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.createVouchingCode, async ({ context, origin, caller, body }) => {
    const made = await createVouchingCode(context, origin, caller, body.sessionId);
    return isRefusal(made) ? made : answer(200, made);
  });

  registerCall(app, installation, CALLS.waitingComputer, async ({ context, origin, caller, body }) => {
    const waiting = await describeWaitingComputer(context, origin, caller, body.code);
    return isRefusal(waiting) ? waiting : answer(200, waiting);
  });

  registerCall(app, installation, CALLS.vouch, async ({ context, origin, caller, body }) => {
    const refusal = await vouch(context, origin, caller, body);
    return refusal ?? answer(204, null);
  });
}
