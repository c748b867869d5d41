import * as z from 'zod/mini';
import { boundedJson } from '../../bounded-json.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_PREFIX,
  ADMIN_PROVEN_REFUSALS,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminLeavingQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

const settingName = z.string().check(z.minLength(1), z.maxLength(64));

/** Settings to write, each whole, and settings to give their standard again. What is named in neither stays. */
export const settingsChangeSchema = z.strictObject({
  set: z._default(z.record(settingName, boundedJson), {}),
  reset: z._default(z.array(settingName).check(z.maxLength(64)), []),
});

/** How many people a change may newly keep from work, beyond the few that need no word. */
export const acceptBlockingSchema = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));

/** Settings that decide whether people get to work. */
export const decidingSettingsChangeSchema = z.strictObject({
  ...settingsChangeSchema.shape,
  acceptBlocking: acceptBlockingSchema,
});

/** Settings as they hold, and the names of those that someone set. Secrets are blanked. */
export const settingsAnswerSchema = z.object({
  settings: z.record(z.string(), z.unknown()),
  explicit: z.array(z.string()),
});

/** What stands in the place of a secret that is set. */
export const BLANKED_SECRET = '(set)';

export const featureKeySchema = z.string().check(z.regex(/^[A-Za-z][\w.-]{0,63}$/, 'is no name of a flag'));

/** Null: as if no one had said anything about it. */
export const featureBodySchema = z.strictObject({ isActive: z.nullable(z.boolean()) });

export const adminSettingsCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/company/settings`,
  summary: 'The settings of a company.',
  authentication: { role: 'auditor' },
  query: adminQuerySchema,
  answers: { 200: settingsAnswerSchema },
  refusals: ADMIN_REFUSALS,
});

export const adminSetSettingsCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/company/settings`,
  summary:
    'Set settings of a company, or give them their standard again. Licence agreement and disclaimer are reduced to ol, li, div, p and strong.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminLeavingQuerySchema,
  body: decidingSettingsChangeSchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409, too_many_blocked: 409 },
});

export const adminSetFeatureCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/company/features/{key}`,
  summary: 'Switch a feature flag of a company on or off, or take it out.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  parameters: z.object({ key: featureKeySchema }),
  query: adminChangeQuerySchema,
  body: featureBodySchema,
  answers: { 200: outcomeSchema },
  refusals: ADMIN_PROVEN_REFUSALS,
});
