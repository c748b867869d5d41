import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { describeAgent, takeAgentReport } from '../subjects/devices/agents.ts';
import { type Installation, isRefusal } from '../context/server-context.ts';
import { answer, registerCall } from './frame/register-call.ts';

/** Installed clients that report by themselves, without a page. */
export function registerAgentRoutes(app: FastifyInstance, installation: Installation): void {
  registerCall(app, installation, CALLS.agentNonce, async ({ context, parameters, query }) => {
    const described = await describeAgent(context, parameters.accountId, query.deviceId);
    return isRefusal(described) ? described : answer(200, described);
  });

  registerCall(app, installation, CALLS.agentReport, async ({ context, origin, parameters, body }) => {
    const taken = await takeAgentReport(context, origin, parameters.accountId, body);
    return isRefusal(taken) ? taken : answer(200, taken);
  });
}
