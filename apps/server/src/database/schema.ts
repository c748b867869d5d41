import type { PublicJwk } from '@vestibule/contracts';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * One schema for the embedded database and for PostgreSQL. `company_id` leads every key, so that a query without a
 * company is visibly wrong and the tables can be spread over several databases later.
 */
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  topLevelDomain: text('top_level_domain').notNull(),
  logoUrl: text('logo_url'),
  support: jsonb('support').$type<Record<string, string>>().notNull(),
});

/** Private keys and secrets of the installation, sealed with the master key, so that every server process shares them. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: at('created_at').notNull(),
});

export const people = pgTable(
  'people',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    login: text('login').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email').notNull(),
    type: text('type').notNull(),
    passwordHash: text('password_hash').notNull(),
    disabledAt: at('disabled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('people_login').on(table.companyId, table.login),
  ],
);

export const webSessions = pgTable(
  'web_sessions',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    personId: uuid('person_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    authenticatedAt: at('authenticated_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('web_sessions_token').on(table.companyId, table.tokenHash),
  ],
);

export const accessTokens = pgTable(
  'access_tokens',
  {
    companyId: uuid('company_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    webSessionId: uuid('web_session_id').notNull(),
    scope: text('scope').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);

export const applications = pgTable(
  'applications',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    entityId: text('entity_id').notNull(),
    startUrl: text('start_url'),
    serviceProvider: jsonb('service_provider').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('applications_entity').on(table.companyId, table.entityId),
  ],
);

/** A sign-in that a work application began. Mode, policy and enforcement live here, never in the browser. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    applicationId: uuid('application_id').notNull(),
    requestId: text('request_id').notNull(),
    acsUrl: text('acs_url').notNull(),
    relayState: text('relay_state'),
    nameIdFormat: text('name_id_format'),
    forceAuthentication: boolean('force_authentication').notNull(),
    mode: text('mode').notNull(),
    personId: uuid('person_id'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    completedAt: at('completed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('pending_sign_ins_request').on(table.companyId, table.applicationId, table.requestId),
  ],
);

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
    /** waiting: no valid report yet, or another key holds this device id; approved; blocked. */
    state: text('state').$type<'waiting' | 'approved' | 'blocked'>().notNull(),
    personId: uuid('person_id').notNull(),
    name: text('name').notNull(),
    operatingSystem: text('operating_system').notNull(),
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull().default(0),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('devices_key').on(table.companyId, table.deviceId, table.keyThumbprint),
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
    webSessionId: uuid('web_session_id').notNull(),
    personId: uuid('person_id').notNull(),
    deviceRowId: uuid('device_row_id').notNull(),
    /** The session's ephemeral agreement key, sealed with the master key. */
    sealedServerKey: text('sealed_server_key').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** Signed reports as they came, kept as evidence. */
export const reports = pgTable(
  'reports',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    deviceSessionId: uuid('device_session_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    signedReport: jsonb('signed_report').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('reports_newest').on(table.companyId, table.deviceSessionId, table.sequence),
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
  },
  (table) => [primaryKey({ columns: [table.companyId, table.idHash] })],
);

/** One live permit per device session and pending sign-in: a fresh one voids the one before. */
export const permits = pgTable(
  'permits',
  {
    companyId: uuid('company_id').notNull(),
    deviceSessionId: uuid('device_session_id').notNull(),
    pendingSignInId: uuid('pending_sign_in_id').notNull(),
    handleHash: text('handle_hash').notNull(),
    webSessionId: uuid('web_session_id').notNull(),
    personId: uuid('person_id').notNull(),
    keyThumbprint: text('key_thumbprint').notNull(),
    reportId: uuid('report_id').notNull(),
    policyVersion: text('policy_version').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.deviceSessionId, table.pendingSignInId] }),
    uniqueIndex('permits_handle').on(table.companyId, table.handleHash),
  ],
);

/** Everything privileged leaves an entry: who, what, old and new value, from where. Append only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
    action: text('action').notNull(),
    outcome: text('outcome').$type<'done' | 'refused'>().notNull(),
    actor: text('actor'),
    target: text('target'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    address: text('address').notNull(),
    correlationId: text('correlation_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const activityEntries = pgTable(
  'activity_entries',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
    personId: uuid('person_id').notNull(),
    verb: text('verb').notNull(),
    deviceName: text('device_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
