import * as z from 'zod/mini';
import { VERDICTS } from '../../verdicts.ts';
import { defineCall } from '../call.ts';
import { listedDeviceSchema } from './devices.ts';
import { ADMIN_PREFIX, ADMIN_REFUSALS, adminQuerySchema, searchText } from './shared.ts';

/** So many of each kind are named; the lists have the others. */
export const SEARCH_EACH = 5;

export const adminSearchCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/search`,
  summary:
    'People, computers and applications by a part of their names, whose page shows a support code, and the sign-in of a request id: five of each.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, { q: searchText }),
  answers: {
    200: z.object({
      people: z.array(
        z.object({
          id: z.uuid(),
          login: z.string(),
          displayName: z.string(),
          verdict: z.enum(VERDICTS),
          isEnforced: z.boolean(),
          devices: z.int(),
        }),
      ),
      devices: z.array(listedDeviceSchema),
      applications: z.array(z.object({ id: z.uuid(), name: z.string(), isOn: z.boolean() })),
      /** Whose page shows this support code, of the last day; auditors are told none. */
      caller: z.nullable(
        z.object({ personId: z.uuid(), login: z.string(), displayName: z.string(), code: z.string() }),
      ),
      /** The sign-in that has this request id, or whose own id begins so. */
      signIn: z.nullable(
        z.object({
          id: z.uuid(),
          at: z.iso.datetime(),
          login: z.nullable(z.string()),
          applicationName: z.nullable(z.string()),
        }),
      ),
    }),
  },
  refusals: ADMIN_REFUSALS,
});
