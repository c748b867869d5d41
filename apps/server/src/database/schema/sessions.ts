import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

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
    /** How the person proved who they are, in the order it happened. */
    factors: jsonb('factors')
      .$type<('password' | 'upstream' | 'upstream-mfa' | 'totp' | 'passkey' | 'recovery-code' | 'device')[]>()
      .notNull()
      .default(['password']),
    /** What is still asked of them before the sign-in counts. */
    awaits: text('awaits').$type<'second-factor' | 'device'>(),
    /** The device session by which the device check became the second factor. */
    activatedBy: uuid('activated_by'),
    /** second-step: the company's identity provider vouched for the person, for its own requests and nothing else. */
    reach: text('reach').$type<'whole' | 'second-step'>().notNull().default('whole'),
    /** Groups and level as the upstream said them at this sign-in. */
    upstreamClaims: jsonb('upstream_claims').$type<Record<string, unknown>>(),
    /** What the page shows when support asks who is calling. */
    callerNumber: jsonb('caller_number').$type<{
      readonly number: string;
      readonly expiresAt: string;
      readonly triesLeft: number;
      readonly provenAt: string | null;
    }>(),
    /** The last use, to the minute: an idle session ends. */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    /** When any factor was last given, and when a second one was: for what asks for a fresh proof. */
    provenAt: at('proven_at').notNull().defaultNow(),
    secondFactorAt: at('second_factor_at'),
    /** The session whose web token opened this one: this one ends with it. */
    openedFrom: uuid('opened_from'),
    /** The computer that web token was made for: no other stands for a session that anyone may have sent as a link. */
    openedFor: uuid('opened_for'),
    /** Where the session was opened, for the person's own list. */
    address: text('address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('web_sessions_token').on(table.companyId, table.tokenHash),
    index('web_sessions_person').on(table.companyId, table.personId),
    index('web_sessions_opened').on(table.companyId, table.openedFrom).where(sql`${table.openedFrom} is not null`),
  ],
);

/** Tries to sign in or to give a second factor: what slows guessing down, for all servers together. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    companyId: uuid('company_id').notNull(),
    /** Keyed digest of what was tried: a login from an address, or a person's second factor. */
    keyHash: text('key_hash').notNull(),
    count: integer('count').notNull(),
    lastAt: at('last_at').notNull(),
    waitUntil: at('wait_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.keyHash] }),
    index('sign_in_attempts_time').on(table.lastAt),
  ],
);

/** Short-lived state of something begun in a browser: an upstream sign-in, a passkey ceremony. Taken once. */
export const ceremonies = pgTable(
  'ceremonies',
  {
    companyId: uuid('company_id').notNull(),
    /** SHA-256 of the state or challenge. */
    keyHash: text('key_hash').notNull(),
    kind: text('kind').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyHash] })],
);

export const accessTokens = pgTable(
  'access_tokens',
  {
    companyId: uuid('company_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    webSessionId: uuid('web_session_id').notNull(),
    scope: text('scope').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** The restricted session this token is for; null: any of this sign-in. */
    deviceSessionId: uuid('device_session_id'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);

/** One-time tokens with which Workplace opens an address of the site signed in. */
export const webTokens = pgTable(
  'web_tokens',
  {
    companyId: uuid('company_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    webSessionId: uuid('web_session_id').notNull(),
    /** The computer that it was made for. */
    deviceId: uuid('device_id').notNull(),
    url: text('url').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.tokenHash] })],
);
