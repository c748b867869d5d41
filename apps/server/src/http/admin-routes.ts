import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { describeBackup, startBackup } from '../subjects/companies/backups.ts';
import { allowCommandLine, endOwnToken } from '../subjects/people/administrators/command-line-sign-in.ts';
import { createAdminToken, listTokens, revokeToken } from '../subjects/people/administrators/admin-tokens.ts';
import { restoreMasterKey } from '../subjects/companies/master-key.ts';
import { activateKey, addSamlKey, listSamlKeys, retireKey } from '../subjects/applications/saml-keys.ts';
import { describeReport } from '../subjects/devices/report.ts';
import { searchAudit } from '../subjects/audit/search-audit.ts';
import { describeSeries, describeSignIn, listSignIns } from '../subjects/sign-in/list-sign-ins.ts';
import { askToCheckAgain } from '../subjects/support/check-again.ts';
import { checkCallerNumber, showCallerNumber } from '../subjects/support/find-caller.ts';
import { search } from '../subjects/support/search.ts';
import { describeSupportCase } from '../subjects/support/support-case.ts';
import { changeUpstream } from '../subjects/people/identity-providers/change-upstream.ts';
import { readUpstreamTrial, tryUpstream } from '../subjects/people/identity-providers/try-upstream.ts';
import { addUpstream, listUpstreams } from '../subjects/people/identity-providers/upstreams.ts';
import type { Installation } from '../context/server-context.ts';
import { registerCompanyAdminRoutes } from './admin/company-routes.ts';
import { removeUpstream } from '../subjects/people/identity-providers/remove-upstream.ts';
import { registerGateAdminRoutes } from './admin/gate-routes.ts';
import { registerStageAdminRoutes } from './admin/stage-routes.ts';
import { registerPeopleAdminRoutes } from './admin/people-routes.ts';
import { answer } from './frame/register-call.ts';
import { answerWith, registerAdminCall, registerInstallationCall } from './frame/register-admin-call.ts';

/** Everything an administrator does: the same over the network and at the socket in the data folder. */
export function registerAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerCompanyAdminRoutes(app, installation);
  registerPeopleAdminRoutes(app, installation);
  registerGateAdminRoutes(app, installation);
  registerStageAdminRoutes(app, installation);

  registerAdminCall(app, installation, CALLS.adminUpstreams, async ({ acting }) =>
    answer(200, { upstreams: await listUpstreams(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminAddUpstream, async ({ acting, body }) =>
    answerWith(await addUpstream(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminUpdateUpstream, async ({ acting, parameters, body, query }) =>
    answerWith(
      await changeUpstream(acting, parameters.upstreamId, body, {
        acceptLinked: Number(query.acceptLinked ?? '0'),
        ifVersion: query.ifVersion,
        acceptLocked: Number(query.acceptLockingOut ?? '0'),
        acceptsNoAdministrator: query.acceptsNoAdministrator === 'true',
      }),
    ),
  );
  registerAdminCall(app, installation, CALLS.adminRemoveUpstream, async ({ acting, parameters, query }) =>
    answerWith(
      await removeUpstream(acting, parameters.upstreamId, {
        acceptLocked: Number(query.acceptLockingOut ?? '0'),
        acceptsNoAdministrator: query.acceptsNoAdministrator === 'true',
      }),
    ),
  );
  registerAdminCall(app, installation, CALLS.adminTryUpstream, async ({ acting, parameters, body, query }) =>
    answerWith(
      await tryUpstream(acting, parameters.upstreamId, body, {
        acceptLinked: Number(query.acceptLinked ?? '0'),
        ifVersion: query.ifVersion,
      }),
    ),
  );
  registerAdminCall(app, installation, CALLS.adminUpstreamTrial, async ({ acting, parameters }) =>
    answerWith(await readUpstreamTrial(acting.context, parameters)),
  );

  registerAdminCall(app, installation, CALLS.adminSupport, async ({ acting, parameters }) =>
    answerWith(await describeSupportCase(acting.context, parameters.code)),
  );
  registerAdminCall(app, installation, CALLS.adminCheckAgain, async ({ acting, parameters }) =>
    answerWith(await askToCheckAgain(acting, parameters.code)),
  );
  registerAdminCall(app, installation, CALLS.adminAskCallerNumber, async ({ acting, parameters }) =>
    answerWith(await showCallerNumber(acting, parameters.code)),
  );
  registerAdminCall(app, installation, CALLS.adminTryCallerNumber, async ({ acting, parameters, body }) =>
    answerWith(await checkCallerNumber(acting, parameters.code, body.number)),
  );
  registerAdminCall(app, installation, CALLS.adminSearch, async ({ acting, query }) =>
    answer(200, await search(acting, query.q)),
  );
  registerAdminCall(app, installation, CALLS.adminReport, async ({ acting, query }) =>
    answer(200, await describeReport(acting.context, Number(query.days ?? '7'))),
  );

  registerAdminCall(app, installation, CALLS.adminKeys, async ({ acting }) =>
    answer(200, { keys: await listSamlKeys(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminAddKey, async ({ acting }) => answerWith(await addSamlKey(acting)));
  registerAdminCall(app, installation, CALLS.adminActivateKey, async ({ acting, parameters, query }) =>
    answerWith(await activateKey(acting, parameters.keyId, query.isEarly === 'true')),
  );
  registerAdminCall(app, installation, CALLS.adminRetireKey, async ({ acting, parameters }) =>
    answerWith(await retireKey(acting, parameters.keyId)),
  );

  registerAdminCall(app, installation, CALLS.adminTokens, async ({ acting }) =>
    answer(200, { tokens: await listTokens(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminCreateToken, async ({ acting, body }) =>
    answerWith(await createAdminToken(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminRevokeToken, async ({ acting, parameters }) =>
    answerWith(await revokeToken(acting, parameters.tokenId)),
  );
  registerAdminCall(app, installation, CALLS.adminAllowCommandLine, async ({ acting, body }) =>
    answerWith(await allowCommandLine(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminEndOwnToken, async ({ acting }) =>
    answerWith(await endOwnToken(acting)),
  );

  registerAdminCall(app, installation, CALLS.adminAudit, async ({ acting, query }) =>
    answerWith(await searchAudit(acting, query)),
  );

  registerAdminCall(app, installation, CALLS.adminSignIns, async ({ acting, query }) =>
    answerWith(await listSignIns(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminSignInSeries, async ({ acting, query }) =>
    answerWith(await describeSeries(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminSignIn, async ({ acting, parameters }) =>
    answerWith(await describeSignIn(acting.context, parameters.id)),
  );

  registerInstallationCall(app, installation, CALLS.adminRestoreMasterKey, async ({ acting }) =>
    answerWith(await restoreMasterKey(acting)),
  );
  registerInstallationCall(app, installation, CALLS.adminCreateBackup, async ({ acting, body }) =>
    answerWith(await startBackup(acting, body)),
  );
  registerInstallationCall(app, installation, CALLS.adminBackup, async ({ parameters }) =>
    answerWith(describeBackup(installation, parameters.backupId)),
  );
}
