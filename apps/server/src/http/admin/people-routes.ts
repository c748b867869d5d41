import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { importPeople } from '../../subjects/people/import/import-people.ts';
import { endSessions, listSessions, setBlocked, setRole } from '../../subjects/people/people-access.ts';
import { invite, linkPerson, resetSecondFactors } from '../../subjects/people/people-credentials.ts';
import {
  addPerson,
  changePerson,
  describePerson,
  setPersonFeature,
  setPersonSettings,
} from '../../subjects/people/people.ts';
import { countViews, listPeople } from '../../subjects/people/list-people.ts';
import { erasePerson, exportPerson } from '../../subjects/people/data/person-data.ts';
import { isRefusal, type Installation } from '../../context/server-context.ts';
import { answer } from '../frame/register-call.ts';
import { answerWith, registerAdminCall } from '../frame/register-admin-call.ts';

export function registerPeopleAdminRoutes(app: FastifyInstance, installation: Installation): void {
  registerAdminCall(app, installation, CALLS.adminPeople, async ({ acting, query }) =>
    answerWith(await listPeople(acting.context, query)),
  );
  registerAdminCall(app, installation, CALLS.adminPeopleFacets, async ({ acting }) =>
    answer(200, await countViews(acting.context)),
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
