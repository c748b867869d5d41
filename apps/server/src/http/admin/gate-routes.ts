import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import {
  removeApplication,
  renewSecret,
  setApplicationSettings,
  setDisabled,
} from '../../subjects/applications/application-state.ts';
import {
  addApplication,
  changeApplication,
  describeApplication,
  listApplications,
} from '../../subjects/applications/applications.ts';
import { approveSeenDevices } from '../../subjects/policy/approve-seen.ts';
import { approveDevice, labelDevice, retireDevice, setDeviceBlocked } from '../../subjects/devices/devices.ts';
import {
  describeReports,
  describeVerdictChanges,
  describeWholeDevice,
  readSignedReport,
} from '../../subjects/devices/describe-device.ts';
import { listDeadlines, listDevices } from '../../subjects/devices/list-devices.ts';
import { addExemption, endExemption, listExemptions } from '../../subjects/policy/exemptions.ts';
import { listPolicyVersions, showPolicyVersion } from '../../subjects/policy/policy-versions.ts';
import { checkPolicy, explain, putPolicy, rehearsePolicy, showPolicy } from '../../subjects/policy/policy.ts';
import {
  approveAccess,
  describeGrants,
  describeRequests,
  giveAccess,
  sayNo,
  takeAccessBack,
} from '../../subjects/access/give-access.ts';
import type { Installation } from '../../context/server-context.ts';
import { answer } from '../frame/register-call.ts';
import { answerWith, registerAdminCall } from '../frame/register-admin-call.ts';

/** Devices, applications, temporary access and the policy: what decides who comes in. */
export function registerGateAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerAdminCall(app, installation, CALLS.adminDevices, async ({ acting, query }) =>
    answerWith(await listDevices(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminDeadlines, async ({ acting }) =>
    answer(200, await listDeadlines(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminDevice, async ({ acting, parameters }) =>
    answerWith(await describeWholeDevice(acting.context, parameters.id)),
  );
  registerAdminCall(app, installation, CALLS.adminDeviceHistory, async ({ acting, parameters, query }) =>
    answerWith(await describeVerdictChanges(acting.context, parameters.id, query)),
  );
  registerAdminCall(app, installation, CALLS.adminDeviceReports, async ({ acting, parameters, query }) =>
    answerWith(await describeReports(acting.context, parameters.id, query)),
  );
  registerAdminCall(app, installation, CALLS.adminDeviceReport, async ({ acting, parameters }) =>
    answerWith(await readSignedReport(acting.context, parameters.id, parameters.reportId)),
  );
  registerAdminCall(app, installation, CALLS.adminApproveDevice, async ({ acting, parameters, body }) =>
    answerWith(await approveDevice(acting, parameters.id, body.personId)),
  );
  registerAdminCall(app, installation, CALLS.adminApproveSeenDevices, async ({ acting }) =>
    answerWith(await approveSeenDevices(acting)),
  );
  registerAdminCall(app, installation, CALLS.adminRenameDevice, async ({ acting, parameters, body }) =>
    answerWith(await labelDevice(acting, parameters.id, body.label)),
  );
  registerAdminCall(app, installation, CALLS.adminRetireDevice, async ({ acting, parameters }) =>
    answerWith(await retireDevice(acting, parameters.id)),
  );
  registerAdminCall(app, installation, CALLS.adminBlockDevice, async ({ acting, parameters, body }) =>
    answerWith(await setDeviceBlocked(acting, parameters.id, body)),
  );

  registerAdminCall(app, installation, CALLS.adminApplications, async ({ acting }) =>
    answer(200, { applications: await listApplications(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminApplication, async ({ acting, parameters }) =>
    answerWith(await describeApplication(acting.context, parameters.applicationId)),
  );
  registerAdminCall(app, installation, CALLS.adminAddApplication, async ({ acting, body }) =>
    answerWith(await addApplication(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminUpdateApplication, async ({ acting, parameters, body }) =>
    answerWith(await changeApplication(acting, parameters.applicationId, body)),
  );
  registerAdminCall(app, installation, CALLS.adminRenewClientSecret, async ({ acting, parameters }) =>
    answerWith(await renewSecret(acting, parameters.applicationId)),
  );
  registerAdminCall(app, installation, CALLS.adminDisableApplication, async ({ acting, parameters, body }) =>
    answerWith(await setDisabled(acting, parameters.applicationId, body.isDisabled)),
  );
  registerAdminCall(app, installation, CALLS.adminRemoveApplication, async ({ acting, parameters }) =>
    answerWith(await removeApplication(acting, parameters.applicationId)),
  );
  registerAdminCall(app, installation, CALLS.adminSetApplicationSettings, async ({ acting, parameters, body }) =>
    answerWith(await setApplicationSettings(acting, parameters.applicationId, body)),
  );

  registerAdminCall(app, installation, CALLS.adminAccessRequests, async ({ acting }) =>
    answer(200, { requests: await describeRequests(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminAccessGrants, async ({ acting, query }) =>
    answer(200, { grants: await describeGrants(acting.context, query) }),
  );
  registerAdminCall(app, installation, CALLS.adminGrantAccess, async ({ acting, body }) =>
    answerWith(await giveAccess(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminRefuseAccess, async ({ acting, parameters, body }) =>
    answerWith(await sayNo(acting, parameters.id, body.reason)),
  );
  registerAdminCall(app, installation, CALLS.adminApproveAccess, async ({ acting, parameters }) =>
    answerWith(await approveAccess(acting, parameters.id)),
  );
  registerAdminCall(app, installation, CALLS.adminRevokeAccess, async ({ acting, parameters }) =>
    answerWith(await takeAccessBack(acting, parameters.id)),
  );

  registerAdminCall(app, installation, CALLS.adminPolicy, async ({ acting }) =>
    answer(200, await showPolicy(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminPolicyVersions, async ({ acting, query }) =>
    answerWith(await listPolicyVersions(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminPolicyVersion, async ({ acting, parameters }) =>
    answerWith(await showPolicyVersion(acting.context, parameters.id)),
  );
  registerAdminCall(app, installation, CALLS.adminCheckPolicy, async ({ acting, body }) => {
    const checked = await checkPolicy(acting.context, body.text);
    return 'problems' in checked ? answer(422, { problems: [...checked.problems] }) : answer(200, checked);
  });
  registerAdminCall(app, installation, CALLS.adminApplyPolicy, async ({ acting, body, query }) => {
    const put = await putPolicy(acting, body, query.ifVersion);
    return 'problems' in put ? answer(422, { problems: [...put.problems] }) : answerWith(put);
  });
  registerAdminCall(app, installation, CALLS.adminExemptions, async ({ acting }) =>
    answer(200, { exemptions: listExemptions(acting.context) }),
  );
  registerAdminCall(app, installation, CALLS.adminAddExemption, async ({ acting, parameters, body }) =>
    answerWith(await addExemption(acting, parameters.checkType, body)),
  );
  registerAdminCall(app, installation, CALLS.adminEndExemption, async ({ acting, parameters, query }) =>
    answerWith(await endExemption(acting, parameters.checkType, query)),
  );
  registerAdminCall(app, installation, CALLS.adminRehearsePolicy, async ({ acting, body }) => {
    const rehearsed = await rehearsePolicy(acting.context, body);
    return 'problems' in rehearsed ? answer(422, { problems: [...rehearsed.problems] }) : answer(200, rehearsed);
  });
  registerAdminCall(app, installation, CALLS.adminExplainPolicy, async ({ acting, body }) => {
    const explained = explain(acting.context, body);
    return 'problems' in explained ? answer(422, { problems: [...explained.problems] }) : answer(200, explained);
  });
}
