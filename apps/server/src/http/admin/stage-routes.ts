import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { showBrake } from '../../subjects/policy/gate/brake.ts';
import { JudgedImpacts } from '../../subjects/policy/gate/gate-impact.ts';
import { setGate, showGate } from '../../subjects/policy/gate/gate.ts';
import { beginStage, setStages, showStages } from '../../subjects/policy/gate/stages.ts';
import type { Installation } from '../../context/server-context.ts';
import { answer } from '../frame/register-call.ts';
import { answerWith, registerAdminCall } from '../frame/register-admin-call.ts';

/** The gate itself: how it stands, its stages, whom each would stop, and the brake. */
export function registerStageAdminRoutes(app: FastifyInstance, installation: Installation): void {
  const impacts = new JudgedImpacts();
  registerAdminCall(app, installation, CALLS.adminGate, async ({ acting }) =>
    answer(200, await showGate(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminSetGate, async ({ acting, body }) =>
    answerWith(await setGate(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminGateImpact, async ({ acting, body }) =>
    answerWith(await impacts.judge(acting.context, body.stage)),
  );
  registerAdminCall(app, installation, CALLS.adminGateImpactPeople, async ({ acting, query }) =>
    answerWith(await impacts.list(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminGateBrake, async ({ acting }) =>
    answer(200, await showBrake(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminStages, async ({ acting }) =>
    answer(200, await showStages(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminSetStages, async ({ acting, body, query }) =>
    answerWith(await setStages(acting, body, query.ifVersion)),
  );
  registerAdminCall(app, installation, CALLS.adminBeginStage, async ({ acting, parameters, body, query }) =>
    answerWith(await beginStage(acting, Number(parameters.number), body, query.ifVersion)),
  );
}
