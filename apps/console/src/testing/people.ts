import type { adminPeopleCall, CallBody } from '@vestibule/contracts';

type ListedPerson = CallBody<typeof adminPeopleCall>['people'][number];

export const ilse: ListedPerson = {
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c01',
  login: 'ilse',
  displayName: 'Ilse Brandt',
  email: 'ilse@alderbrook.example',
  type: 'employee',
  groups: ['europe', 'sales'],
  blockedAt: null,
  role: { role: 'administrator', reach: 'company' },
  createdAt: '2026-03-04T08:00:00.000Z',
  verdict: 'stopped',
  since: '2026-11-25T08:00:00.000Z',
  isEnforced: true,
  devices: 2,
  devicesStopped: 2,
  lastSeenAt: '2026-11-26T09:00:00.000Z',
};

export const nadia: ListedPerson = {
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c02',
  login: 'nadia',
  displayName: 'Nadia Keller',
  email: 'nadia@alderbrook.example',
  type: 'employee',
  groups: [],
  blockedAt: '2026-11-25T08:00:00.000Z',
  role: null,
  createdAt: '2026-11-25T07:00:00.000Z',
  verdict: 'never-reported',
  since: '2026-11-25T07:00:00.000Z',
  isEnforced: true,
  devices: 0,
  devicesStopped: 0,
  lastSeenAt: null,
};
