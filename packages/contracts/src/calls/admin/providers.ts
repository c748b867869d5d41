import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  adminText,
  outcomeSchema,
} from './shared.ts';

/** Managed-service providers and silos belong to the whole installation: only who sits at the server touches them. */
const AT_THE_SERVER = { role: 'administrator', reach: 'installation' } as const;
const idSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'may have small letters, digits and hyphens, up to 32'));

export const adminProvidersCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/providers`,
  summary: 'Managed-service providers and their companies. At the server only.',
  authentication: AT_THE_SERVER,
  query: adminQuerySchema,
  answers: {
    200: z.object({ providers: z.array(z.object({ id: z.uuid(), name: z.string(), companies: z.array(z.string()) })) }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminCreateProviderCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/providers`,
  summary: 'Add a managed-service provider. At the server only.',
  authentication: AT_THE_SERVER,
  query: adminChangeQuerySchema,
  body: z.strictObject({ name: adminText(120) }),
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, already_there: 409 },
});

export const adminRemoveProviderCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/providers/{providerId}`,
  summary: 'Remove a managed-service provider that has no company. At the server only.',
  authentication: AT_THE_SERVER,
  parameters: z.object({ providerId: z.uuid() }),
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, in_use: 409 },
});

const siloSchema = {
  /** Where clients are downloaded from; null: from the company's own address. */
  clientDownloadBasePath: z.nullable(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
  regions: z.array(adminText(64)).check(z.maxLength(32)),
  /** Origins next to the company's own that answer the device calls, in the order in which they are tried. */
  endpoints: z
    .array(
      z.strictObject({ id: idSchema, url: z.url({ protocol: /^https?$/, hostname: /^.+$/ }).check(z.maxLength(255)) }),
    )
    .check(z.maxLength(16)),
};

export const adminSilosCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/silos`,
  summary: 'Silos: groups of device endpoints, and the companies they serve. At the server only.',
  authentication: AT_THE_SERVER,
  query: adminQuerySchema,
  answers: {
    200: z.object({ silos: z.array(z.object({ id: z.string(), ...siloSchema, companies: z.array(z.string()) })) }),
  },
  refusals: ADMIN_REFUSALS,
});

export const adminSetSiloCall = defineCall({
  method: 'PUT',
  path: `${ADMIN_PREFIX}/silos/{siloId}`,
  summary: 'Add a silo, or replace it. At the server only.',
  authentication: AT_THE_SERVER,
  parameters: z.object({ siloId: idSchema }),
  query: adminChangeQuerySchema,
  body: z.strictObject(siloSchema),
  answers: { 200: outcomeSchema },
  refusals: ADMIN_CHANGE_REFUSALS,
});

export const adminRemoveSiloCall = defineCall({
  method: 'DELETE',
  path: `${ADMIN_PREFIX}/silos/{siloId}`,
  summary: 'Remove a silo that serves no company. At the server only.',
  authentication: AT_THE_SERVER,
  parameters: z.object({ siloId: idSchema }),
  query: adminChangeQuerySchema,
  answers: { 200: outcomeSchema },
  refusals: { ...ADMIN_CHANGE_REFUSALS, not_found: 404, in_use: 409 },
});
