import type {
  adminAccessGrantsCall,
  adminApplicationsCall,
  adminDevicesCall,
  adminPersonCall,
  adminSessionsCall,
  adminSupportCall,
  CallBody,
} from '@vestibule/contracts';

export const person: CallBody<typeof adminPersonCall> = {
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c03',
  login: 'greg',
  displayName: 'Greg Amari',
  email: 'greg@alderbrook.example',
  type: 'employee',
  groups: ['Design', 'Sales'],
  blockedAt: null,
  role: null,
  createdAt: '2026-03-04T08:00:00.000Z',
  verdict: 'stopped',
  since: '2026-11-26T09:38:00.000Z',
  isEnforced: true,
  devices: 1,
  devicesStopped: 1,
  lastSeenAt: '2026-11-26T09:40:00.000Z',
  hasPassword: true,
  upstream: null,
  signsInThere: false,
  secondFactors: [{ kind: 'totp', name: 'Phone', createdAt: '2026-03-04T08:00:00.000Z' }],
  invitedUntil: null,
  tokens: [],
  settings: {},
  explicitSettings: [],
};

export const openSession: CallBody<typeof adminSessionsCall>['sessions'][number] = {
  id: '5f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c04',
  startedAt: '2026-11-26T08:12:00.000Z',
  lastSeenAt: '2026-11-26T09:42:00.000Z',
  expiresAt: '2026-11-26T20:12:00.000Z',
  factors: ['password'],
  awaits: null,
  address: '198.51.100.24',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  devices: [{ name: 'GREG-STUDIO', state: 'approved', kind: 'owner', openedAt: '2026-11-26T08:12:00.000Z' }],
};

export const grants: CallBody<typeof adminAccessGrantsCall> = {
  grants: [
    {
      id: '6f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c05',
      kind: 'temporary-access',
      personId: person.id,
      login: 'greg',
      displayName: 'Greg Amari',
      applicationId: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c06',
      applicationName: 'Mail',
      reason: 'Disk ordered',
      grantedBy: 'asha',
      createdAt: '2026-11-26T08:31:00.000Z',
      expiresAt: '2026-11-26T17:00:00.000Z',
      usesLeft: 1,
      overridesStopper: false,
      revokedAt: null,
      waitsForApproval: false,
    },
  ],
};

export const applications: CallBody<typeof adminApplicationsCall> = {
  applications: [
    {
      id: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c06',
      name: 'Mail',
      protocol: 'saml',
      entityId: 'https://mail.alderbrook.example',
      startUrl: null,
      unprotectedAddresses: [],
      disabledAt: null,
      createdAt: '2026-03-04T08:00:00.000Z',
    },
  ],
};

export const devices: CallBody<typeof adminDevicesCall> = {
  devices: [
    {
      id: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c07',
      deviceId: '8f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c08',
      name: 'GREG-STUDIO',
      label: null,
      state: 'approved',
      isSecondKey: false,
      verdict: 'stopped',
      since: '2026-11-26T09:38:00.000Z',
      isEnforced: true,
      failing: [{ checkType: 'DeviceEncrypted', holds: 'stops', since: '2026-11-26T09:38:00.000Z' }],
      unknown: [],
      next: null,
      displayName: 'Greg Amari',
      systemVersion: 'macOS 14.8',
      clientVersion: '3.7.0',
      operatingSystem: 'macos',
      keyProtection: 'hardware',
      login: 'greg',
      personId: person.id,
      createdAt: '2026-03-04T08:00:00.000Z',
      lastSeenAt: '2026-11-26T09:40:00.000Z',
      approvedBy: 'tomas',
    },
  ],
  total: 1,
  beingJudged: 0,
  next: null,
};

export const supportCase: CallBody<typeof adminSupportCall> = {
  person: { login: 'greg', displayName: 'Greg Amari', isBlocked: false },
  session: {
    code: '4TX-9PD',
    openedAt: openSession.startedAt,
    lastSeenAt: openSession.lastSeenAt,
    isOpen: true,
    userAgent: openSession.userAgent,
    factors: ['password'],
  },
  chain: [
    { link: 'account', state: 'good', says: 'The account is in order.' },
    { link: 'verdict', state: 'broken', says: 'The disk is not encrypted. Have them press Fix it.' },
    { link: 'response', state: 'not-reached', says: 'Not yet.' },
  ],
  broken: 'verdict',
  application: { name: 'Payroll', since: '2026-11-26T09:38:00.000Z', isOver: false },
  unsupported: null,
  device: null,
  checks: [],
  blocking: [],
  grants: [],
  request: null,
  caller: null,
  events: [],
};
