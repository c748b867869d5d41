import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/**
 * The live permit of a device session and a pending sign-in, and the one before it: questions for a verdict cross, and the
 * page holds the permit of the one whose answer it heard last. Whichever is shown, both are used.
 */
export const permits = pgTable(
  'permits',
  {
    companyId: uuid('company_id').notNull(),
    deviceSessionId: uuid('device_session_id').notNull(),
    pendingSignInId: uuid('pending_sign_in_id').notNull(),
    handleHash: text('handle_hash').notNull(),
    previousHandleHash: text('previous_handle_hash'),
    webSessionId: uuid('web_session_id').notNull(),
    personId: uuid('person_id').notNull(),
    keyThumbprint: text('key_thumbprint').notNull(),
    reportId: uuid('report_id').notNull(),
    policyVersion: text('policy_version').notNull(),
    expiresAt: at('expires_at').notNull(),
    previousExpiresAt: at('previous_expires_at'),
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.deviceSessionId, table.pendingSignInId] }),
    uniqueIndex('permits_handle').on(table.companyId, table.handleHash),
    index('permits_previous_handle').on(table.companyId, table.previousHandleHash),
  ],
);

/**
 * Leave to pass without a verdict that meets the policy. It never overrides a blocked account, and a sign-in stopper only
 * when it says so.
 */
export const accessGrants = pgTable(
  'access_grants',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'temporary-access' | 'skip-installation'>().notNull(),
    personId: uuid('person_id').notNull(),
    /** Null: every application. */
    applicationId: uuid('application_id'),
    reason: text('reason').notNull(),
    grantedBy: text('granted_by').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usesLeft: integer('uses_left').notNull(),
    overridesStopper: boolean('overrides_stopper').notNull(),
    revokedAt: at('revoked_at'),
    /** Who gave it, where a person did: approval is another person’s. */
    grantedById: uuid('granted_by_id'),
    /** It opens nothing before another administrator has approved it. */
    waitsForApproval: boolean('waits_for_approval').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('access_grants_person').on(table.companyId, table.personId),
  ],
);

/** A person's wish for temporary access, until support answers it. */
export const accessRequests = pgTable(
  'access_requests',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    personId: uuid('person_id').notNull(),
    applicationId: uuid('application_id'),
    reason: text('reason').notNull(),
    createdAt: at('created_at').notNull(),
    closedAt: at('closed_at'),
    /** What support says to the person where it was refused. */
    refusal: text('refusal'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('access_requests_person').on(table.companyId, table.personId),
  ],
);
