import { adminDeviceCall, adminDeviceHistoryCall, adminDeviceReportsCall, type CallBody } from '@vestibule/contracts';
import { type FakeAnswer, given } from './fake-ports.ts';
import { devices } from './person.ts';

const [listed] = devices.devices;
if (listed === undefined) throw new Error('There is no computer.');

export const REPORT_ID = '1f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c99';

/** One that is kept out by its drive, with one reading that could not be made. */
export const computer: CallBody<typeof adminDeviceCall> = {
  ...listed,
  next: { at: '2026-11-30T00:00:00.000Z', verdict: 'stopped', checks: ['FirewallEnable'] },
  checks: [
    {
      checkType: 'DeviceEncrypted',
      checkMessage: 'The drive is not encrypted',
      description: 'Anyone who has the computer reads its files.',
      fixAction: null,
      isPassed: false,
      isRequired: true,
      isSigninStopper: false,
      state: 'failed',
      evidence: {
        found: 'Not encrypted',
        wanted: 'Encrypted',
        source: 'diskutil',
        readAt: '2026-11-26T09:40:00.000Z',
        items: [{ label: 'Drive', value: 'Data <b>1</b>' }],
      },
      since: '2026-11-26T09:38:00.000Z',
    },
    {
      checkType: 'FirewallEnable',
      checkMessage: 'The firewall is turned off',
      scanText: 'Firewall is on',
      description: 'Others reach this computer.',
      fixAction: null,
      isPassed: true,
      isRequired: true,
      isSigninStopper: false,
      state: 'passed',
      since: null,
    },
  ],
  notAsked: ['UsbStorageBlocked'],
  policyVersion: '7',
  report: {
    id: REPORT_ID,
    receivedAt: '2026-11-26T09:40:00.000Z',
    sequence: 214,
    model: 'Mac15,12',
    manufacturer: 'Apple',
    serialNumber: 'PF4K2M9L',
    deviceLoginName: 'greg',
    installScope: 'machine',
    management: ['Intune'],
  },
  reports: 214,
  owner: {
    id: listed.personId,
    login: 'greg',
    displayName: 'Greg Amari',
    email: 'greg@alderbrook.example',
    groups: ['sales'],
    blockedAt: null,
  },
  people: [],
  keys: [
    {
      deviceRowId: listed.id,
      thumbprint: 'a1',
      keyProtection: 'hardware',
      state: 'approved',
      createdAt: '2026-03-04T08:00:00.000Z',
      isHolder: true,
    },
    {
      deviceRowId: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c77',
      thumbprint: 'b2',
      keyProtection: 'file',
      state: 'retired',
      createdAt: '2026-02-04T08:00:00.000Z',
      isHolder: false,
    },
  ],
};

const history: CallBody<typeof adminDeviceHistoryCall> = {
  changes: [
    {
      at: '2026-11-26T09:38:00.000Z',
      before: 'passed',
      after: 'stopped',
      isEnforced: true,
      cause: 'report',
      failing: [{ checkType: 'DeviceEncrypted', holds: 'stops', since: '2026-11-26T09:38:00.000Z' }],
      unknown: [],
      policyVersion: '7',
      reportId: REPORT_ID,
    },
  ],
  next: 'before-that',
};

const reports: CallBody<typeof adminDeviceReportsCall> = {
  reports: [
    { at: '2026-11-26T09:40:00.000Z', id: REPORT_ID, sequence: 214, clientVersion: '3.7.0', refused: null },
    {
      at: '2026-11-26T09:39:00.000Z',
      id: null,
      sequence: null,
      clientVersion: null,
      refused: { code: 'report_replayed', reason: 'It was sent before.', times: 3 },
    },
  ],
  next: null,
};

/** What the page of a computer asks. */
export const aboutComputer: readonly FakeAnswer[] = [
  given(adminDeviceCall, computer),
  given(adminDeviceHistoryCall, history),
  given(adminDeviceReportsCall, reports),
];
