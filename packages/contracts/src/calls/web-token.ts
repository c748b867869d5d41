import * as z from 'zod/mini';
import { defineCall, SIGNED_IN_REFUSALS, XSRF_REFUSALS } from './call.ts';

export const webTokenCall = defineCall({
  method: 'POST',
  path: '/api/online/v1/get-web-token',
  summary: 'A one-time token, good for a minute, with which Workplace opens an address of this site signed in.',
  authentication: 'session',
  body: z.object({ deviceId: z.uuid(), url: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  answers: { 200: z.object({ token: z.string() }) },
  refusals: {
    ...SIGNED_IN_REFUSALS,
    ...XSRF_REFUSALS,
    request_malformed: 400,
    address_not_allowed: 403,
    device_unknown: 404,
  },
});
