import type { PublicJwk } from '@vestibule/contracts';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/**
 * By what the list of computers is sorted, to the millisecond, as the driver gives it: the cursor of the next page is compared with it.
 * In UTC, as an index takes nothing that depends on a session's time zone.
 */
export function seenAtOf(table: { readonly lastSeenAt: AnyPgColumn; readonly createdAt: AnyPgColumn }): SQL {
  return sql`date_trunc('milliseconds', coalesce(${table.lastSeenAt}, ${table.createdAt}) at time zone 'UTC')`;
}

/** What a computer is called, as lists are sorted by it. */
export function nameOf(table: { readonly label: AnyPgColumn; readonly name: AnyPgColumn }): SQL {
  return sql`lower(coalesce(${table.label}, ${table.name}))`;
}

/** A device is a device id together with one identity key: another key is another, unapproved device. */
export const devices = pgTable(
  'devices',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').notNull(),
    keyThumbprint: text('key_thumbprint').notNull(),
    identityKey: jsonb('identity_key').$type<PublicJwk>().notNull(),
    agreementKey: jsonb('agreement_key').$type<PublicJwk>().notNull(),
    keyProtection: text('key_protection').notNull(),
    /** waiting: no valid report yet, another key holds this device id, or an administrator has to approve; retired: gone. */
    state: text('state').$type<'waiting' | 'approved' | 'blocked' | 'retired'>().notNull(),
    /** What a blocked computer goes back to when it is let in again. */
    stateBeforeBlock: text('state_before_block').$type<'waiting' | 'approved' | 'retired'>(),
    personId: uuid('person_id').notNull(),
    name: text('name').notNull(),
    operatingSystem: text('operating_system').notNull(),
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** Never the first version again for a device that has used the second. */
    hasUsedV2: boolean('has_used_v2').notNull().default(true),
    approvedBy: text('approved_by'),
    lastSeenAt: at('last_seen_at'),
    /** A name an administrator gave it. */
    label: text('label'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('devices_key').on(table.companyId, table.deviceId, table.keyThumbprint),
    index('devices_person').on(table.companyId, table.personId),
    index('devices_seen').on(table.companyId, sql`${seenAtOf(table)} desc`, table.id),
    index('devices_name').on(table.companyId, sql`${nameOf(table)}`, table.id),
  ],
);

/** The one key that holds a device id. Its primary key is what makes first registration safe against a race. */
export const approvedKeys = pgTable(
  'approved_keys',
  {
    companyId: uuid('company_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    keyThumbprint: text('key_thumbprint').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.deviceId] })],
);

export const deviceSessions = pgTable(
  'device_sessions',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    /** Kind `agent`: the sign-in that asked for it last; the account itself before the first. */
    webSessionId: uuid('web_session_id').notNull(),
    personId: uuid('person_id').notNull(),
    deviceRowId: uuid('device_row_id').notNull(),
    /** The session's ephemeral agreement key, sealed with the master key. */
    sealedServerKey: text('sealed_server_key').notNull(),
    expiresAt: at('expires_at').notNull(),
    /**
     * full: leads to a permit; restricted: reports and nothing else; v1: the first version of the check; agent: an
     * installed client that reports by itself, whose account has the same id.
     */
    kind: text('kind').$type<'full' | 'restricted' | 'v1' | 'agent'>().notNull().default('full'),
    /** Restricted: when the client confirmed that it keeps the session. */
    confirmedAt: at('confirmed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('device_sessions_person').on(table.companyId, table.personId, table.expiresAt),
    index('device_sessions_device').on(table.companyId, table.deviceRowId),
  ],
);

/** Device tokens of installers, and the account the installed client was given by one. */
export const deviceAccounts = pgTable(
  'device_accounts',
  {
    companyId: uuid('company_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    personId: uuid('person_id').notNull(),
    accountId: uuid('account_id'),
    deviceRowId: uuid('device_row_id'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    claimedAt: at('claimed_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);

/** Signed reports as they came, kept as evidence. */
export const reports = pgTable(
  'reports',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    deviceSessionId: uuid('device_session_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** The signed report as it came; null when `evidenceKey` says where it lies. */
    signedReport: jsonb('signed_report'),
    receivedAt: at('received_at').notNull(),
    deviceRowId: uuid('device_row_id').notNull(),
    /** The verified payload, for judging. */
    payload: jsonb('payload').notNull(),
    evidenceKey: text('evidence_key'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('reports_device').on(table.companyId, table.deviceRowId, table.receivedAt),
    index('reports_newest').on(table.companyId, table.deviceSessionId, table.sequence),
    // For what takes away the old ones, of all companies: with many installed clients this is the largest table by far.
    index('reports_time').on(table.receivedAt),
  ],
);

export const uploads = pgTable(
  'uploads',
  {
    companyId: uuid('company_id').notNull(),
    idHash: text('id_hash').notNull(),
    deviceSessionId: uuid('device_session_id').notNull(),
    length: integer('length').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    /** Where in the object store the browser puts it; null: it comes through this server. */
    evidenceKey: text('evidence_key'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.idHash] }),
    index('uploads_session').on(table.companyId, table.deviceSessionId, table.expiresAt),
  ],
);
