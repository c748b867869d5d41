import { adminAddApplicationCall, adminApplicationsCall, adminKeysCall } from '@vestibule/contracts';
import { addedApplication, applicationList, keys } from '../src/testing/applications.ts';
import { type FakeAnswer, given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { ODD, ODD_LOGIN, oddAround } from './companies.ts';
import { as, at, defineStates } from './state.ts';

const ADDRESS = '/applications';
const about: readonly FakeAnswer[] = [given(adminApplicationsCall, applicationList), given(adminKeysCall, keys)];
const odd = applicationList.applications.map((one) => ({ ...one, name: ODD, entityId: ODD_LOGIN }));
const rehearsed = { ...addedApplication, isDryRun: true };

export const applicationStates = defineStates({
  applications: at(ADDRESS, about),
  'applications-loading': at(ADDRESS, unanswered(adminApplicationsCall)),
  'applications-empty': at(ADDRESS, given(adminApplicationsCall, { applications: [] })),
  'applications-names': at(ADDRESS, given(adminApplicationsCall, { applications: odd }), oddAround),
  'applications-failed': at(ADDRESS, given(adminApplicationsCall, new Refused('server_error'))),
  'applications-auditor': at(ADDRESS, as('auditor'), about),
  'applications-add': at(ADDRESS, given(adminAddApplicationCall, rehearsed), about),
  'applications-add-wrong': at(ADDRESS, about),
  'applications-added': at(
    ADDRESS,
    given(adminAddApplicationCall, rehearsed, {
      ...addedApplication,
      clientId: 'c3a1',
      clientSecret: 'Zr3Ff0kq9pXb2Lw7',
    }),
    about,
  ),
});
