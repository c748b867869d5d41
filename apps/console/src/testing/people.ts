import type { AdminPerson } from '@vestibule/contracts';

export const ilse: AdminPerson = {
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c01',
  login: 'ilse',
  displayName: 'Ilse Brandt',
  email: 'ilse@alderbrook.example',
  type: 'employee',
  groups: ['europe', 'sales'],
  blockedAt: null,
  role: { role: 'administrator', reach: 'company' },
  createdAt: '2026-03-04T08:00:00.000Z',
};

export const nadia: AdminPerson = {
  id: '0f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c02',
  login: 'nadia',
  displayName: 'Nadia Keller',
  email: 'nadia@alderbrook.example',
  type: 'employee',
  groups: [],
  blockedAt: '2026-11-25T08:00:00.000Z',
  role: null,
  createdAt: '2026-11-25T07:00:00.000Z',
};
