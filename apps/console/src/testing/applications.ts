import type { adminAddApplicationCall, adminApplicationsCall, adminKeysCall, CallBody } from '@vestibule/contracts';
import { applications } from './person.ts';

const [mail] = applications.applications;
if (mail === undefined) throw new Error('There is no application.');

export const applicationList: CallBody<typeof adminApplicationsCall> = {
  applications: [
    { ...mail, startUrl: 'https://mail.alderbrook.example/start' },
    {
      ...{ ...mail, id: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c08', name: 'Board', protocol: 'oidc', entityId: 'client-1' },
      disabledAt: '2026-11-20T09:00:00.000Z',
    },
    {
      ...{
        ...mail,
        id: '7f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c09',
        name: 'Wiki',
        entityId: 'http://wiki.alderbrook.example',
      },
      unprotectedAddresses: ['http://wiki.alderbrook.example/acs'],
    },
  ],
};

const key = { createdAt: '2026-11-02T09:00:00.000Z', expiresAt: '2028-11-02T09:00:00.000Z', certificate: '' };

export const keys: CallBody<typeof adminKeysCall> = {
  keys: [
    { ...key, id: '6f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c01', thumbprint: '00'.repeat(32), state: 'retired' },
    { ...key, id: '6f3c9a52-3d64-4f0e-9d5b-2a1f5f3b7c02', thumbprint: 'a7'.repeat(32), state: 'active' },
  ],
};

export const addedApplication: CallBody<typeof adminAddApplicationCall> = {
  isDryRun: false,
  changes: [{ field: 'entityId', from: null, to: 'https://mail.example.com' }],
  warnings: [],
  applicationId: mail.id,
  clientId: null,
  clientSecret: null,
};
