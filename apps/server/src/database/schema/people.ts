import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const people = pgTable(
  'people',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    login: text('login').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email').notNull(),
    type: text('type').notNull(),
    /** Argon2id in PHC form; null: this person has no password here. */
    passwordHash: text('password_hash'),
    disabledAt: at('disabled_at'),
    groups: jsonb('groups').$type<string[]>().notNull().default([]),
    /** Who they are at the company's own identity provider. */
    upstreamId: uuid('upstream_id'),
    upstreamSubject: text('upstream_subject'),
    /** Checked by `personSettingsSchema`: feature flags, update channel, fast-check mode and the like. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When they accepted the licence agreement, by invitation. */
    eulaAcceptedAt: at('eula_accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('people_login').on(table.companyId, table.login),
    uniqueIndex('people_upstream').on(table.companyId, table.upstreamId, table.upstreamSubject),
    index('people_name').on(table.companyId, sql`lower(${table.displayName})`, table.id),
    index('people_groups').using('gin', table.groups.op('jsonb_path_ops')),
  ],
);

export const roles = pgTable(
  'roles',
  {
    companyId: uuid('company_id').notNull(),
    personId: uuid('person_id').notNull(),
    role: text('role').$type<'auditor' | 'support' | 'administrator'>().notNull(),
    /** msp: in every company of the provider that this person's company belongs to. */
    reach: text('reach').$type<'company' | 'msp'>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.personId] })],
);

/** Tokens for the command line of another computer. */
export const adminTokens = pgTable(
  'admin_tokens',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    role: text('role').$type<'auditor' | 'support' | 'administrator'>().notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** Made in a person's session, or at the server's own socket. */
    madeBy: text('made_by').$type<'person' | 'server'>().notNull(),
    /** Who made it in their session. Someone who runs all companies of a provider is at home in another company. */
    ownerCompanyId: uuid('owner_company_id'),
    ownerId: uuid('owner_id'),
    /** The session it was made in, or the one that took its place by a new sign-in: where that is taken away, so is the token. */
    sessionId: uuid('session_id'),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('admin_tokens_token').on(table.companyId, table.tokenHash),
    index('admin_tokens_owner').on(table.ownerCompanyId, table.ownerId),
    index('admin_tokens_session').on(table.ownerCompanyId, table.sessionId),
  ],
);

/** One-time links: to sign up, and for an administrator who has lost every factor. */
export const invitations = pgTable(
  'invitations',
  {
    companyId: uuid('company_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    personId: uuid('person_id').notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);

export const secondFactors = pgTable(
  'second_factors',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    personId: uuid('person_id').notNull(),
    kind: text('kind').$type<'totp' | 'passkey' | 'recovery-code'>().notNull(),
    name: text('name').notNull(),
    /** Passkey: the credential's id. Recovery code: its hash. */
    lookup: text('lookup'),
    /** Secret or public key with counters, sealed with the master key. */
    sealed: text('sealed').notNull(),
    /** TOTP: the last time step that was used; passkey: the counter. */
    lastUsed: bigint('last_used', { mode: 'number' }).notNull().default(0),
    confirmedAt: at('confirmed_at'),
    createdAt: at('created_at').notNull(),
    /** It was set up by a password alone: anyone who stole that may have set it up, so it registers no computer. */
    isByPasswordAlone: boolean('is_by_password_alone').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('second_factors_person').on(table.companyId, table.personId),
    uniqueIndex('second_factors_lookup').on(table.companyId, table.kind, table.lookup),
  ],
);

/** A company's own identity providers. */
export const upstreams = pgTable(
  'upstreams',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'oidc' | 'saml'>().notNull(),
    name: text('name').notNull(),
    /** Addresses, client id, certificates, claim names: checked by the schema of its kind. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    sealedSecret: text('sealed_secret'),
    isEnabled: boolean('is_enabled').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
