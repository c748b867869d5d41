import {
  adminAccessGrantsCall,
  adminAccessRequestsCall,
  adminDeadlinesCall,
  adminGrantAccessCall,
  adminDevicesCall,
} from '@vestibule/contracts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { devices } from '../src/testing/person.ts';
import { allThatWaits, requests, waitingComputer, waitingComputers } from '../src/testing/waiting.ts';
import { empty, ODD, ODD_LOGIN, oddAround, three } from './companies.ts';
import { as, at, defineStates } from './state.ts';

const nothing = [
  given(adminAccessRequestsCall, { requests: [] }),
  given(adminAccessGrantsCall, { grants: [] }),
  given(adminDevicesCall, { ...devices, devices: [], total: 0 }),
  given(adminDeadlinesCall, { deadlines: [] }),
];
const odd = { displayName: ODD, login: ODD_LOGIN };
const [request] = requests.requests;
if (request === undefined) throw new Error('There is no sample.');

export const waitingStates = defineStates({
  waiting: at('/waiting', allThatWaits),
  'waiting-loading': at('/waiting', unanswered(adminAccessRequestsCall), unanswered(adminDevicesCall)),
  'waiting-empty': at('/waiting', nothing, empty),
  'waiting-three': at('/waiting', given(adminAccessRequestsCall, requests), nothing, three),
  'waiting-names': at(
    '/waiting',
    given(adminAccessRequestsCall, { requests: [{ ...request, ...odd, applicationName: ODD, reason: ODD }] }),
    given(adminDevicesCall, { ...waitingComputers, devices: [{ ...waitingComputer, ...odd, name: ODD }] }),
    oddAround,
    allThatWaits,
  ),
  'waiting-failed': at(
    '/waiting',
    given(adminDevicesCall, new Refused('database_unreachable', 'The database is away.')),
    allThatWaits,
  ),
  'waiting-computer': at(`/waiting?item=${waitingComputer.id}`, as('support'), allThatWaits),
  'waiting-deadline': at('/waiting?item=OsAutoUpdateEnable', allThatWaits),
  'waiting-auditor': at('/waiting', as('auditor'), allThatWaits),
  'waiting-give': at(
    '/waiting',
    given(adminGrantAccessCall, {
      isDryRun: true,
      changes: [{ field: 'hours', from: null, to: 4 }],
      warnings: ['Greg Amari has temporary access to Mail already.'],
      grantId: null,
      waitsForApproval: false,
    }),
    allThatWaits,
  ),
});
