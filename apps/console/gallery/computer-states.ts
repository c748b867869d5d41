import {
  adminDeviceCall,
  adminDeviceHistoryCall,
  adminDeviceReportsCall,
  adminDevicesCall,
  adminRetireDeviceCall,
  type ListedDevice,
} from '@vestibule/contracts';
import { aboutComputer, computer } from '../src/testing/computer.ts';
import { given, Refused, unanswered } from '../src/testing/fake-ports.ts';
import { devices } from '../src/testing/person.ts';
import { empty, ODD, ODD_LOGIN, oddAround, three } from './companies.ts';
import { as, at, defineStates } from './state.ts';

const [greg] = devices.devices;
if (greg === undefined) throw new Error('There is no sample.');

/** One of each way to stand. */
const KINDS: readonly Partial<ListedDevice>[] = [
  {},
  { name: 'ROLLED-OUT', isEnforced: false },
  { name: 'NEW-ONE', state: 'waiting' },
  { name: 'PC-77', label: 'Reception', verdict: 'not-checked', failing: [], lastSeenAt: null },
  { name: 'ANNA-AIR', verdict: 'passed', failing: [] },
  { name: 'OTTO-PC', verdict: 'in-grace' },
  { name: ODD, displayName: ODD, login: ODD_LOGIN },
  { name: 'OLD-ONE', state: 'retired', verdict: 'retired', failing: [] },
  { name: 'LOST-ONE', state: 'blocked' },
];
const some = KINDS.map((kind, index) => ({ ...greg, id: `8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c1${index}`, ...kind }));
const list = (shown: readonly ListedDevice[], total = shown.length, next: string | null = null) =>
  given(adminDevicesCall, { ...devices, devices: [...shown], total, next });

const ADDRESS = `/computers/${computer.id}`;
const outcome = { isDryRun: true, changes: [{ field: 'state', from: 'approved', to: 'retired' }], warnings: [] };
const neverReported = { checks: [], notAsked: [], report: null, reports: 0, next: null };

export const computerStates = defineStates({
  computers: at('/computers', list(some, 100_000, 'next')),
  'computers-loading': at('/computers', unanswered(adminDevicesCall)),
  'computers-empty': at('/computers', list([]), empty),
  'computers-three': at('/computers', list(some.slice(3, 5)), three),
  'computers-failed': at('/computers', given(adminDevicesCall, new Refused('server_error'))),
  computer: at(ADDRESS, aboutComputer),
  'computer-loading': at(ADDRESS, unanswered(adminDeviceCall)),
  'computer-names': at(
    ADDRESS,
    given(adminDeviceCall, {
      ...computer,
      ...{ name: ODD, displayName: ODD, login: ODD_LOGIN },
      owner: computer.owner && { ...computer.owner, displayName: ODD, login: ODD_LOGIN },
    }),
    oddAround,
    aboutComputer,
  ),
  'computer-new': at(
    ADDRESS,
    as('support'),
    given(adminDeviceCall, { ...computer, ...neverReported, state: 'waiting', verdict: 'never-reported' }),
    given(adminDeviceHistoryCall, { changes: [], next: null }),
    given(adminDeviceReportsCall, { reports: [], next: null }),
    three,
  ),
  'computer-gone': at(ADDRESS, given(adminDeviceCall, new Refused('not_found', 'There is no such computer.'))),
  'computer-auditor': at(ADDRESS, as('auditor'), aboutComputer),
  'computer-retire': at(ADDRESS, given(adminRetireDeviceCall, outcome), aboutComputer),
});
