import {
  adminGateCall,
  adminStatusCall,
  type CallBody,
  mySessionCall,
  secondFactorsCall,
  signInOptionsCall,
} from '@vestibule/contracts';
import { type FakeAnswer, given } from './fake-ports.ts';

export const session: CallBody<typeof mySessionCall> = {
  user: {
    companyId: '1174',
    companyName: 'Alderbrook',
    userDisplayName: 'Tomas Merk',
    userId: '48210',
    userLogin: 'tomas',
    userEmail: 'tomas.merk@alderbrook.example',
    userType: 'Employee',
  },
  role: 'administrator',
  supportCode: '7KQ-42M',
  isPasswordSet: true,
  session: {
    startedAt: '2026-11-26T08:58:00.000Z',
    expiresAt: '2026-11-26T20:58:00.000Z',
    factors: ['password', 'totp'],
    isDeviceCheckOutstanding: false,
  },
  device: null,
  offersVouching: false,
  applications: [],
  otherSessions: [],
};

export const company: CallBody<typeof signInOptionsCall> = {
  companyName: 'Alderbrook',
  productName: 'Workplace',
  logoUrl: null,
  accentColor: null,
  privacyPolicyUrl: null,
  support: {
    phone: '',
    phoneHours: '',
    email: '',
    helpCenterUrl: '',
    requestSupportUrl: '',
    shareScreenUrl: '',
    supportWebSite: '',
  },
  applicationName: null,
  isPasswordOffered: true,
  continueTo: null,
  isPasskeyOffered: true,
  upstreams: [],
};

export const status: CallBody<typeof adminStatusCall> = {
  version: '3.7.0',
  uptimeSeconds: 86_400,
  database: 'server',
  caller: { name: 'tomas', role: 'administrator', reach: 'company' },
  companies: ['alderbrook'],
  company: {
    name: 'alderbrook',
    displayName: 'Alderbrook',
    publicUrl: 'https://gate.alderbrook.example',
    policy: { version: '7', source: 'command', workplaceAccessPolicy: 'Strict', isPolicyEnforced: true },
    people: 20_412,
    blockedPeople: 12,
    signedIn: 8_400,
    devicesWaiting: 6,
    openAccessRequests: 3,
    liveGrants: 6,
    samlKeyExpiresAt: '2028-11-26T00:00:00.000Z',
    stolenPassword: 'Nothing.',
    stoppedBeforeReport: 4,
  },
  masterKey: null,
  unwritten: [],
  warnings: [],
};

export const gate: CallBody<typeof adminGateCall> = {
  state: 'enforcing',
  until: null,
  isReading: true,
  reason: null,
  afterwards: null,
  enforcedFor: null,
  staysClosed: [],
  brakeHolds: [],
};

export const factors: CallBody<typeof secondFactorsCall> = {
  factors: [
    { id: '11111111-1111-4111-8111-111111111111', kind: 'totp', name: 'Phone', createdAt: '2026-03-04T08:00:00.000Z' },
  ],
  recoveryCodesLeft: 9,
  isRequired: true,
};

/** What every page asks around itself. */
export const around: readonly FakeAnswer[] = [
  given(mySessionCall, session),
  given(signInOptionsCall, company),
  given(adminStatusCall, status),
  given(adminGateCall, gate),
  given(secondFactorsCall, factors),
];
