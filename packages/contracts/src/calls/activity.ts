import * as z from 'zod/mini';
import { DEVICE_TOKEN_REFUSALS, defineCall } from './call.ts';

/** Verbs of the activity log (specification, section 7). */
export const ACTIVITY_VERBS = [
  'deviceManagedServiceEnrolled',
  'fciAgentInstalled',
  'deviceManagedServiceOptedOut',
  'antivirusRemediated',
  'screenSaverRemediated',
  'screenSaverTimeoutRemediated',
  'rmmAgentInstalled',
  'deviceLoginStateSuccess',
  'deviceManagedServiceSkipped',
] as const;
export type ActivityVerb = (typeof ACTIVITY_VERBS)[number];

export const activityCall = defineCall({
  method: 'POST',
  path: '/api/activity/v3',
  summary: 'Write one entry to the activity log.',
  authentication: { scopes: ['device-v2'] },
  body: z.object({
    verb: z.enum(ACTIVITY_VERBS),
    details: z.object({ deviceName: z.string().check(z.maxLength(255)) }),
  }),
  answers: { 204: null },
  refusals: { ...DEVICE_TOKEN_REFUSALS, request_malformed: 400 },
});
