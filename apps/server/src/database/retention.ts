import type { PgColumn } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

/** Rows of a table are kept for so many days after the moment in their column; rows without a moment are kept. */
export interface RetentionRule {
  /** A column of type timestamp; its table is the one that is pruned. */
  readonly column: PgColumn;
  readonly days: number;
  /** A column of the same table: only rows with nothing in it. */
  readonly isEmpty?: PgColumn;
}

/** What is pruned, and when. Whatever ages gets a line here. */
export const DEFAULT_RETENTION: readonly RetentionRule[] = [
  { column: schema.uploads.expiresAt, days: 1 },
  { column: schema.accessTokens.expiresAt, days: 1 },
  { column: schema.webTokens.expiresAt, days: 1 },
  { column: schema.ceremonies.expiresAt, days: 1 },
  { column: schema.signInAttempts.lastAt, days: 1 },
  { column: schema.oidcRecords.expiresAt, days: 1 },
  { column: schema.invitations.expiresAt, days: 30 },
  // A claimed one says which computer someone set up, and when: that is asked for as long as the activity is.
  { column: schema.deviceAccounts.expiresAt, days: 365 },
  // Anybody can make an application's request for no one: kept as long as it could be used again.
  { column: schema.pendingSignIns.expiresAt, days: 1, isEmpty: schema.pendingSignIns.personId },
  // A request id must not be used twice while a request with it can still be in time; support asks about last month's.
  { column: schema.pendingSignIns.expiresAt, days: 30 },
  { column: schema.permits.expiresAt, days: 30 },
  { column: schema.deviceSessions.expiresAt, days: 30 },
  { column: schema.webSessions.expiresAt, days: 30 },
  { column: schema.reports.receivedAt, days: 90 },
  // As the reports that they name; of those whose person was never known, anybody could make any number.
  { column: schema.signIns.at, days: 7, isEmpty: schema.signIns.personId },
  { column: schema.signIns.at, days: 90 },
  { column: schema.accessRequests.createdAt, days: 365 },
  { column: schema.accessGrants.expiresAt, days: 365 },
  { column: schema.activityEntries.at, days: 365 },
  { column: schema.verdictChanges.at, days: 365 },
  { column: schema.issuedAssertions.issuedAt, days: 730 },
  { column: schema.auditEntries.at, days: 730 },
  // Entries go by a name for a month from its moment on.
  { column: schema.auditNames.at, days: 761 },
];
