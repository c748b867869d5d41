import {
  adminAccessGrantsCall,
  adminAddPersonCall,
  adminDevicesCall,
  adminEndSessionsCall,
  adminGrantAccessCall,
  adminInvitePersonCall,
  adminPeopleCall,
  adminPersonCall,
  adminResetFactorsCall,
  adminSessionsCall,
  adminSupportCall,
  type CallBody,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { ilse, nadia } from '../src/testing/people.ts';
import { aboutPerson } from '../src/testing/about-person.ts';
import { devices, grants, openSession, person, supportCase } from '../src/testing/person.ts';
import { empty, ODD, ODD_LOGIN, oddAround, three } from './companies.ts';
import { as, at, defineStates } from './state.ts';

type Listed = CallBody<typeof adminPeopleCall>['people'][number];

const tomas: Listed = {
  ...ilse,
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c03',
  login: 'tomas',
  displayName: 'Tomas Merk',
  email: 'tomas.merk@alderbrook.example',
  groups: [],
  verdict: 'passed',
  devices: 1,
  devicesStopped: 0,
};
const alone: Listed = { ...tomas, verdict: 'never-reported', devices: 0, lastSeenAt: null };
const odd: Listed = {
  ...ilse,
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c04',
  login: ODD_LOGIN,
  displayName: ODD,
  groups: [ODD, 'sales', 'europe'],
  isEnforced: false,
};
const NAMES = ['Amal Haddad', 'Bo Lindqvist', 'Chiara Conti', 'Dmitri Orlov', 'Efua Mensah', 'Farid Nasser'];
const VERDICTS = ['passed', 'stopped', 'in-grace', 'not-checked', 'never-reported', 'passed'] as const;
const many = Array.from({ length: 6 }, (_, index): Listed => {
  const name = `${NAMES[index % NAMES.length]} ${index + 1}`;
  return {
    ...ilse,
    id: `0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7d${String(index).padStart(2, '0')}`,
    login: name.toLowerCase().replaceAll(' ', '.'),
    displayName: name,
    verdict: VERDICTS[index % VERDICTS.length] ?? 'passed',
    devices: index % 3,
    devicesStopped: 0,
    role: index === 4 ? { role: 'support', reach: 'company' } : null,
  };
});
const list = (people: readonly Listed[], total = people.length, next: string | null = null) =>
  given(adminPeopleCall, { people: [...people], total, next });

const ADDRESS = `/people/${person.id}`;
const outcome = { isDryRun: true, changes: [], warnings: [] };
const oddPerson = { ...person, displayName: ODD, login: ODD_LOGIN, email: ODD_LOGIN, groups: [ODD, 'Design', 'Sales'] };
const granted = { ...outcome, grantId: null, waitsForApproval: false } as const;

const add = {
  ...outcome,
  changes: [
    { field: 'login', from: null, to: 'lena' },
    { field: 'displayName', from: null, to: 'Lena Brandt' },
    { field: 'email', from: null, to: 'lena.brandt@alderbrook.example' },
    { field: 'type', from: null, to: 'employee' },
    { field: 'groups', from: null, to: ['Sales', 'Pilto'] },
  ],
  warnings: [
    'No one else is in the group Pilto, and the policy does not name it: look whether it is spelt as it is meant.',
  ],
  personId: null,
};
const added = { ...add, isDryRun: false, personId: person.id };
const invitation = {
  ...{ ...outcome, isDryRun: false, expiresAt: '2026-12-03T09:43:00.000Z', isMailed: true },
  link: 'https://gate.alderbrook.example/signup#invitation=Zr3Ff0kq9pXb2Lw7VtYcJm5Hn8Sd1AeG',
};

export const peopleStates = defineStates({
  people: at('/people', list([ilse, nadia, odd, ...many], 20_412, 'next')),
  'people-loading': at('/people', unanswered(adminPeopleCall)),
  'people-empty': at('/people', list([alone]), empty),
  'people-three': at('/people', list([ilse, nadia, tomas]), three),
  'people-not-found': at('/people?search=zzz&verdict=stopped', list([])),
  'people-failed': at('/people', given(adminPeopleCall, new Refused('database_unreachable', 'The database is away.'))),
  'people-offline': at('/people', list([ilse, nadia, odd, ...many], 20_412, 'next')),
  'people-auditor': at('/people', as('auditor'), list([ilse, nadia, odd, ...many], 20_412, 'next')),
  'people-add': at('/people', given(adminAddPersonCall, add), list([ilse, nadia, tomas]), three),
  'people-add-wrong': at('/people', list([ilse, nadia, tomas]), three),
  'people-add-taken': at(
    '/people',
    given(adminAddPersonCall, new Refused('already_there', 'Another person has the login ilse already.')),
    list([ilse, nadia, tomas]),
    three,
  ),
  'people-added': at(
    '/people',
    given(adminAddPersonCall, add, added),
    given(adminInvitePersonCall, invitation),
    list([ilse, nadia, tomas]),
    three,
  ),
  person: at(ADDRESS, aboutPerson),
  'person-loading': at(ADDRESS, unanswered(adminPersonCall)),
  'person-new': at(
    ADDRESS,
    given(adminPersonCall, {
      ...person,
      ...{ verdict: 'never-reported', devices: 0, devicesStopped: 0, lastSeenAt: null, secondFactors: [] },
    }),
    given(adminSessionsCall, { sessions: [] }),
    given(adminAccessGrantsCall, { grants: [] }),
    given(adminDevicesCall, { ...devices, devices: [], total: 0 }),
    three,
    aboutPerson,
  ),
  'person-names': at(
    ADDRESS,
    given(adminPersonCall, oddPerson),
    given(adminSupportCall, {
      ...supportCase,
      application: { name: ODD, since: openSession.startedAt, isOver: false },
    }),
    given(adminDevicesCall, { ...devices, devices: devices.devices.map((device) => ({ ...device, name: ODD })) }),
    given(adminAccessGrantsCall, {
      grants: grants.grants.map((grant) => ({ ...grant, applicationName: ODD, reason: ODD })),
    }),
    oddAround,
    aboutPerson,
  ),
  'person-gone': at(
    ADDRESS,
    given(adminPersonCall, new Refused('not_found', 'There is no such person in this company.')),
  ),
  'person-parts-failed': at(ADDRESS, given(adminPersonCall, person)),
  'person-offline': at(ADDRESS, aboutPerson),
  'person-support': at(ADDRESS, as('support'), aboutPerson),
  'person-auditor': at(ADDRESS, as('auditor'), aboutPerson),
  'person-give-access': at(
    ADDRESS,
    given(adminGrantAccessCall, {
      ...granted,
      changes: [{ field: 'hours', from: null, to: 4 }],
      warnings: ['Greg Amari has temporary access to Mail already.'],
    }),
    aboutPerson,
  ),
  'person-reset': at(ADDRESS, given(adminResetFactorsCall, outcome), aboutPerson),
  'person-undo': at(
    ADDRESS,
    given(adminGrantAccessCall, granted, {
      ...granted,
      isDryRun: false,
      grantId: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7caa',
    }),
    aboutPerson,
  ),
  proof: at(ADDRESS, given(adminEndSessionsCall, outcome, new Refused('proof_too_old')), aboutPerson),
  'sign-in-again': at(ADDRESS, given(adminEndSessionsCall, new Refused('not_signed_in')), aboutPerson),
});
