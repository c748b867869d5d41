import * as z from 'zod/mini';
import { OPERATING_SYSTEMS } from '../../check-types.ts';
import { CHECK_TYPES } from '../../check-types.ts';
import { shownVerdictSchema, VERDICTS } from '../../verdicts.ts';
import { defineCall } from '../call.ts';
import {
  ADMIN_PROVEN_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
  pageQuery,
  searchText,
} from './shared.ts';

export const DEVICE_STATES = ['waiting', 'approved', 'blocked', 'retired'] as const;

/** By what computers are sorted; with a hyphen before it, from the end. */
export const DEVICE_SORTS = ['-seen', 'seen', 'name', '-name', 'since', '-since'] as const;

/** A computer as lists show it. */
export const listedDeviceSchema = z.extend(shownVerdictSchema, {
  id: z.uuid(),
  /** What the computer calls itself by; two keys may name the same one. */
  deviceId: z.uuid(),
  name: z.string(),
  label: z.nullable(z.string()),
  state: z.enum(DEVICE_STATES),
  /** Another key holds this device id: approving this one retires that one. */
  isSecondKey: z.boolean(),
  operatingSystem: z.string(),
  /** As its last report says, such as 'Windows 11 25H2'. */
  systemVersion: z.nullable(z.string()),
  clientVersion: z.nullable(z.string()),
  /** As its client says: claimed, not attested. */
  keyProtection: z.string(),
  login: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  personId: z.uuid(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.nullable(z.iso.datetime()),
  approvedBy: z.nullable(z.string()),
});
export type ListedDevice = z.infer<typeof listedDeviceSchema>;

export const adminDevicesCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/devices`,
  summary: 'The computers of a company with their verdicts, the one seen last coming first, a page at a time.',
  authentication: { role: 'auditor' },
  query: z.extend(adminQuerySchema, {
    ...pageQuery,
    /** Part of the name, the label or the owner’s login. */
    search: z.optional(searchText),
    state: z.optional(z.enum(DEVICE_STATES)),
    personId: z.optional(z.uuid()),
    verdict: z.optional(z.enum(VERDICTS)),
    system: z.optional(z.enum(OPERATING_SYSTEMS)),
    clientVersion: z.optional(z.string().check(z.regex(/^\d{1,9}(\.\d{1,9}){2,3}$/, 'is no version such as 3.7.0'))),
    /** This check stops them from a day to come, if nothing changes. */
    deadline: z.optional(z.enum(CHECK_TYPES)),
    sort: z.optional(z.enum(DEVICE_SORTS)),
  }),
  answers: {
    200: z.object({
      devices: z.array(listedDeviceSchema),
      /** How many there are on all pages: counted for the first one. */
      total: z.int(),
      /** So many are still judged by a policy or settings of before: their verdicts follow within moments. */
      beingJudged: z.int(),
      next: z.nullable(z.string()),
    }),
  },
  refusals: ADMIN_REFUSALS,
});

const DEVICE = { parameters: z.object({ id: z.uuid() }), query: adminChangeQuerySchema } as const;
const CHANGE = {
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404 },
} as const;
/** What a computer's state may stand against. */
const CHANGE_OF_STATE = {
  ...CHANGE,
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_found: 404, not_possible: 409 },
} as const;

export const adminApproveDeviceCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/devices/{id}/approve`,
  summary:
    'Approve a computer; it may be its person’s second factor from then on, and where that is asked for, only administrators do. If another key held its device id, that one is retired. With a person in it, the computer is theirs from then on, no matter who showed it first.',
  authentication: { role: 'support' },
  needsFreshProof: true,
  ...DEVICE,
  body: z._default(z.strictObject({ personId: z.optional(z.uuid()) }), {}),
  ...CHANGE_OF_STATE,
});

/** A computer that was read while the gate was report-only. */
const seenDeviceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  login: z.nullable(z.string()),
  operatingSystem: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.nullable(z.iso.datetime()),
});
export type SeenDevice = z.infer<typeof seenDeviceSchema>;

export const adminApproveSeenDevicesCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/devices/approve-seen`,
  summary:
    'Approve every computer that waits and has reported, while the gate is report-only; those of people with a blocked computer and those whose id another key holds stay as they are.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  query: adminChangeQuerySchema,
  answers: { 200: z.extend(outcomeSchema, { devices: z.array(seenDeviceSchema) }) },
  refusals: { ...ADMIN_PROVEN_REFUSALS, not_possible: 409 },
});

export const adminRenameDeviceCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/devices/{id}/label`,
  summary: 'Give a computer a name of the company’s own; null takes it away.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...DEVICE,
  body: z.strictObject({ label: z.nullable(adminText(120)) }),
  ...CHANGE,
});

export const adminRetireDeviceCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/devices/{id}/retire`,
  summary: 'Retire a computer: it is known no longer, and its sessions end.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...DEVICE,
  ...CHANGE_OF_STATE,
});

export const adminBlockDeviceCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/devices/{id}/block`,
  summary: 'Block a computer, which ends its sessions at once, or let it in again.',
  authentication: { role: 'administrator' },
  needsFreshProof: true,
  ...DEVICE,
  body: z.strictObject({ isBlocked: z.boolean(), reason: adminText(500) }),
  ...CHANGE,
});
