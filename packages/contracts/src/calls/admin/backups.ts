import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  ADMIN_CHANGE_REFUSALS,
  ADMIN_PREFIX,
  ADMIN_REFUSALS,
  adminChangeQuerySchema,
  adminQuerySchema,
  outcomeSchema,
} from './shared.ts';

/** A backup holds every company: only who sits at the server makes one. */
const AT_THE_SERVER = { role: 'administrator', reach: 'installation' } as const;

export const adminCreateBackupCall = defineCall({
  method: 'POST',
  path: `${ADMIN_PREFIX}/backups`,
  summary: 'Begin a backup of the whole installation, in a file of the data folder. At the server only.',
  authentication: AT_THE_SERVER,
  query: adminChangeQuerySchema,
  body: z.strictObject({
    /** Encrypts the file; no one can read it without. It is not kept. */
    passphrase: z.string().check(z.minLength(12), z.maxLength(1024)),
    /** Without: for an object store that is backed up by itself. */
    withEvidence: z._default(z.boolean(), true),
  }),
  answers: {
    /** The id is null in a dry run. The file is there when the backup is done. */
    200: z.extend(outcomeSchema, { backupId: z.nullable(z.uuid()), file: z.string() }),
  },
  refusals: { ...ADMIN_CHANGE_REFUSALS, in_use: 409 },
});

export const adminBackupCall = defineCall({
  method: 'GET',
  path: `${ADMIN_PREFIX}/backups/{backupId}`,
  summary: 'How far a backup is, or what came of it, as long as the server runs. At the server only.',
  authentication: AT_THE_SERVER,
  parameters: z.object({ backupId: z.uuid() }),
  query: adminQuerySchema,
  answers: {
    200: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('running'),
        /** What is being written: rows of a table, or pieces of evidence; null before the first. */
        progress: z.nullable(
          z.object({ stage: z.enum(['checking', 'tables', 'evidence']), name: z.string(), done: z.int() }),
        ),
      }),
      z.object({
        state: z.literal('done'),
        createdAt: z.iso.datetime(),
        tables: z.int(),
        rows: z.int(),
        evidence: z.int(),
        /** Names of the files next to the database. */
        files: z.array(z.string()),
      }),
      z.object({ state: z.literal('failed'), code: z.string(), message: z.string() }),
    ]),
  },
  refusals: { ...ADMIN_REFUSALS, not_found: 404 },
});
