import {
  adminAccessGrantsCall,
  adminAccessRequestsCall,
  adminDeadlinesCall,
  adminDevicesCall,
  type CallBody,
  type ListedDevice,
} from '@vestibule/contracts';
import { type FakeAnswer, given } from './fake-ports.ts';
import { devices, grants, person } from './person.ts';

const [greg] = devices.devices;
const [grant] = grants.grants;
if (greg === undefined || grant === undefined) throw new Error('There is no sample.');

export const waitingComputer: ListedDevice = {
  ...greg,
  id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c21',
  deviceId: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c31',
  name: 'TOKYO-MEET-3',
  state: 'waiting',
  createdAt: '2026-11-26T09:17:00.000Z',
  approvedBy: null,
};

/** Another key holds its id. */
export const secondKey: ListedDevice = {
  ...waitingComputer,
  id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c22',
  name: 'RECEPTION-2',
  isSecondKey: true,
  createdAt: '2026-11-26T07:43:00.000Z',
};

export const waitingComputers: CallBody<typeof adminDevicesCall> = {
  devices: [waitingComputer, secondKey],
  total: 2,
  beingJudged: 0,
  next: null,
};

export const requests: CallBody<typeof adminAccessRequestsCall> = {
  requests: [
    {
      id: '6f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c41',
      personId: person.id,
      login: 'greg',
      displayName: 'Greg Amari',
      applicationId: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c06',
      applicationName: 'Mail',
      reason: 'My flight leaves in an hour.',
      createdAt: '2026-11-26T09:39:00.000Z',
      endsAt: '2026-11-27T09:39:00.000Z',
    },
  ],
};

/** Wants a second administrator. */
export const grantThatWaits = { ...grant, id: '6f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c42', waitsForApproval: true };

export const deadlines: CallBody<typeof adminDeadlinesCall> = {
  deadlines: [{ checkType: 'OsAutoUpdateEnable', at: '2026-11-30T00:00:00.000Z', computers: 61, people: 58 }],
};

/** A request, an access, two computers, and a date to come. */
export const allThatWaits: readonly FakeAnswer[] = [
  given(adminAccessRequestsCall, requests),
  given(adminAccessGrantsCall, { grants: [...grants.grants, grantThatWaits] }),
  given(adminDevicesCall, waitingComputers),
  given(adminDeadlinesCall, deadlines),
];
