import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { changeCompany, createCompany, describeOneCompany, listCompanies } from '../../subjects/companies/companies.ts';
import {
  describeCompanySettings,
  setCompanyFeature,
  setCompanySettings,
} from '../../subjects/companies/company-settings.ts';
import { describeMail, removeMail, setMail, tryMail } from '../../subjects/companies/mail.ts';
import {
  createProvider,
  listProviders,
  listSilos,
  removeProvider,
  removeSilo,
  setSilo,
} from '../../subjects/companies/providers.ts';
import { describeLifecycle } from '../../subjects/policy/lifecycle/describe-lifecycle.ts';
import {
  addSoftware,
  approveSoftware,
  listSoftware,
  removeSoftware,
} from '../../subjects/devices/software/admin-software.ts';
import { updateLifecycle } from '../../subjects/policy/lifecycle/update-lifecycle.ts';
import { describeFirstSteps } from '../../subjects/companies/first-steps.ts';
import { describePackages, makeExtension } from '../../subjects/companies/packages.ts';
import { describeStatus } from '../../subjects/companies/status.ts';
import { setLogo, setSupport } from '../../subjects/companies/support.ts';
import type { Installation } from '../../context/server-context.ts';
import { answer } from '../frame/register-call.ts';
import { answerWith, registerAdminCall, registerInstallationCall } from '../frame/register-admin-call.ts';

export function registerCompanyAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerAdminCall(app, installation, CALLS.adminFirstSteps, async ({ acting }) =>
    answer(200, await describeFirstSteps(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminPackages, async ({ acting }) =>
    answer(200, await describePackages(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminMakeExtension, async ({ acting }) =>
    answerWith(await makeExtension(acting)),
  );
  registerInstallationCall(app, installation, CALLS.adminStatus, async ({ acting, context }) =>
    answer(200, await describeStatus(acting, context)),
  );
  registerInstallationCall(app, installation, CALLS.adminLifecycle, async ({ acting, context }) =>
    answer(200, await describeLifecycle(acting, context)),
  );
  registerInstallationCall(app, installation, CALLS.adminUpdateLifecycle, async ({ acting, body }) =>
    answerWith(await updateLifecycle(acting, body.file)),
  );
  registerAdminCall(app, installation, CALLS.adminSoftware, async ({ acting }) =>
    answer(200, await listSoftware(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminAddSoftware, async ({ acting, body }) =>
    answerWith(await addSoftware(acting, body.file, body.by)),
  );
  registerAdminCall(app, installation, CALLS.adminApproveSoftware, async ({ acting, parameters, body }) =>
    answerWith(await approveSoftware(acting, parameters.softwareId, body.sha256)),
  );
  registerAdminCall(app, installation, CALLS.adminRemoveSoftware, async ({ acting, parameters }) =>
    answerWith(await removeSoftware(acting, parameters.softwareId)),
  );
  registerInstallationCall(app, installation, CALLS.adminCompanies, async ({ acting, context }) =>
    answer(200, { companies: await listCompanies(acting, context) }),
  );
  registerInstallationCall(app, installation, CALLS.adminCreateCompany, async ({ acting, body }) =>
    answerWith(await createCompany(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminCompany, async ({ acting }) =>
    answer(200, await describeOneCompany(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminUpdateCompany, async ({ acting, body }) =>
    answerWith(await changeCompany(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminSetSupport, async ({ acting, body }) =>
    answerWith(await setSupport(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminSetLogo, async ({ acting, body }) =>
    answerWith(await setLogo(acting, body.logoUrl)),
  );
  registerAdminCall(app, installation, CALLS.adminSettings, async ({ acting }) =>
    answer(200, describeCompanySettings(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminSetSettings, async ({ acting, body, query }) =>
    answerWith(await setCompanySettings(acting, body, query.acceptsNoAdministrator === 'true')),
  );
  registerAdminCall(app, installation, CALLS.adminSetFeature, async ({ acting, parameters, body }) =>
    answerWith(await setCompanyFeature(acting, parameters.key, body.isActive)),
  );
  registerAdminCall(app, installation, CALLS.adminMail, async ({ acting }) =>
    answer(200, await describeMail(acting.context)),
  );
  registerAdminCall(app, installation, CALLS.adminSetMail, async ({ acting, body }) =>
    answerWith(await setMail(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminRemoveMail, async ({ acting }) =>
    answerWith(await removeMail(acting)),
  );
  registerAdminCall(app, installation, CALLS.adminTryMail, async ({ acting, body }) =>
    answerWith(await tryMail(acting, body.to)),
  );
  registerInstallationCall(app, installation, CALLS.adminProviders, async () =>
    answer(200, { providers: await listProviders(installation) }),
  );
  registerInstallationCall(app, installation, CALLS.adminCreateProvider, async ({ acting, body }) =>
    answerWith(await createProvider(acting, body.name)),
  );
  registerInstallationCall(app, installation, CALLS.adminRemoveProvider, async ({ acting, parameters }) =>
    answerWith(await removeProvider(acting, parameters.providerId)),
  );
  registerInstallationCall(app, installation, CALLS.adminSilos, async () =>
    answer(200, { silos: await listSilos(installation) }),
  );
  registerInstallationCall(app, installation, CALLS.adminSetSilo, async ({ acting, parameters, body }) =>
    answerWith(await setSilo(acting, parameters.siloId, body)),
  );
  registerInstallationCall(app, installation, CALLS.adminRemoveSilo, async ({ acting, parameters }) =>
    answerWith(await removeSilo(acting, parameters.siloId)),
  );
}
