import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { importPeople } from '../../services/admin/import-people.ts';
import { endSessions, listSessions, setBlocked, setRole } from '../../services/admin/people-access.ts';
import { invite, linkPerson, resetSecondFactors } from '../../services/admin/people-credentials.ts';
import {
  addPerson,
  changePerson,
  describePerson,
  listPeople,
  setPersonFeature,
  setPersonSettings,
} from '../../services/admin/people.ts';
import { erasePerson, exportPerson } from '../../services/admin/person-data.ts';
import { isRefusal, type Installation } from '../../services/server-context.ts';
import { answer } from '../register-call.ts';
import { answerWith, registerAdminCall } from '../register-admin-call.ts';

export function registerPeopleAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerAdminCall(app, installation, CALLS.adminPeople, async ({ acting, query }) =>
    answer(200, await listPeople(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminPerson, async ({ acting, parameters }) =>
    answerWith(await describePerson(acting.context, parameters.personId)),
  );
  registerAdminCall(app, installation, CALLS.adminAddPerson, async ({ acting, body }) =>
    answerWith(await addPerson(acting, body)),
  );
  registerAdminCall(app, installation, CALLS.adminUpdatePerson, async ({ acting, parameters, body }) =>
    answerWith(await changePerson(acting, parameters.personId, body)),
  );
  registerAdminCall(app, installation, CALLS.adminInvitePerson, async ({ acting, parameters, query }) => {
    const mailing = { isMailing: query.mail !== 'false', language: query.language ?? null };
    return answerWith(await invite(acting, parameters.personId, mailing));
  });
  registerAdminCall(app, installation, CALLS.adminBlockPerson, async ({ acting, parameters, body }) =>
    answerWith(await setBlocked(acting, parameters.personId, body)),
  );
  registerAdminCall(app, installation, CALLS.adminResetFactors, async ({ acting, parameters, query }) =>
    answerWith(await resetSecondFactors(acting, parameters.personId, query.acceptsNoAdministrator === 'true')),
  );
  registerAdminCall(app, installation, CALLS.adminLinkPerson, async ({ acting, parameters, body, query }) =>
    answerWith(await linkPerson(acting, parameters.personId, body.link, query.acceptsNoAdministrator === 'true')),
  );
  registerAdminCall(app, installation, CALLS.adminSetRole, async ({ acting, parameters, body }) =>
    answerWith(await setRole(acting, parameters.personId, body)),
  );
  registerAdminCall(app, installation, CALLS.adminSetPersonSettings, async ({ acting, parameters, body }) =>
    answerWith(await setPersonSettings(acting, parameters.personId, body)),
  );
  registerAdminCall(app, installation, CALLS.adminSetPersonFeature, async ({ acting, parameters, body }) =>
    answerWith(await setPersonFeature(acting, parameters.personId, parameters.key, body.isActive)),
  );
  registerAdminCall(app, installation, CALLS.adminSessions, async ({ acting, parameters }) => {
    const sessions = await listSessions(acting.context, parameters.personId);
    return isRefusal(sessions) ? sessions : answer(200, { sessions });
  });
  registerAdminCall(app, installation, CALLS.adminEndSessions, async ({ acting, parameters, query }) =>
    answerWith(await endSessions(acting, parameters.personId, query.accounts === 'true')),
  );
  registerAdminCall(app, installation, CALLS.adminImportPeople, async ({ acting, body }) => {
    const imported = await importPeople(acting, { ...body, language: body.language ?? null });
    if (isRefusal(imported)) return imported;
    return 'problems' in imported ? answer(422, { problems: [...imported.problems] }) : answer(200, imported);
  });
  registerAdminCall(app, installation, CALLS.adminExportPerson, async ({ acting, parameters }) =>
    answerWith(await exportPerson(acting, parameters.personId)),
  );
  registerAdminCall(app, installation, CALLS.adminErasePerson, async ({ acting, parameters, query }) =>
    answerWith(
      await erasePerson(acting, parameters.personId, {
        confirm: query.confirm,
        acceptsNoAdministrator: query.acceptsNoAdministrator === 'true',
      }),
    ),
  );
}
