import { sql } from 'drizzle-orm';
import { bigserial, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Runs the gate for several companies; its people may be given roles in all of them. */
export const managedServiceProviders = pgTable('managed_service_providers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
});

/** A group of device endpoints that serve the same companies. */
export const silos = pgTable('silos', {
  id: text('id').primaryKey(),
  clientDownloadBasePath: text('client_download_base_path'),
  regions: jsonb('regions').$type<string[]>().notNull(),
  /** Further origins that answer the device calls, in the order in which the portal tries them. */
  endpoints: jsonb('endpoints').$type<{ id: string; url: string }[]>().notNull(),
});

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  topLevelDomain: text('top_level_domain').notNull(),
  logoUrl: text('logo_url'),
  support: jsonb('support').$type<Record<string, string>>().notNull(),
  /** Origin of the company's gate. Every issuer and link derives from it; the Host header only picks the company. */
  publicUrl: text('public_url').notNull().unique(),
  mspId: uuid('msp_id'),
  siloId: text('silo_id'),
  /** Checked by `companySettingsSchema` whenever it is read or written. */
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: at('created_at').notNull().defaultNow(),
  /**
   * Rises in every transaction that changes what servers keep in memory of a company: this row, its silo, policy and keys. What
   * finds out who calls reads it, so that a call sees at once that a memory is old.
   */
  generation: integer('generation')
    .notNull()
    .default(1)
    .$onUpdate(() => sql`generation + 1`),
});

/** Every version of every company's policy. The newest one holds. */
export const policies = pgTable(
  'policies',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    /** SHA-256 of the text, shortened: permits and audit entries name it. */
    version: text('version').notNull(),
    text: text('text').notNull(),
    source: text('source').$type<'file' | 'command' | 'built-in'>().notNull(),
    createdAt: at('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** Private keys and secrets of the installation, sealed with the master key, so that every server process shares them. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: at('created_at').notNull(),
});

/** A company's keys that sign assertions. Each company has its own. Private halves are sealed with the master key. */
export const samlKeys = pgTable(
  'saml_keys',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    /** active: signs; published: in metadata, does not sign (before or after it does); retired: published no longer. */
    state: text('state').$type<'active' | 'published' | 'retired'>().notNull(),
    sealed: text('sealed').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** A company's mail server. No row: none, and no mail is sent. */
export const mailServers = pgTable('mail_servers', {
  companyId: uuid('company_id').primaryKey(),
  /** Checked by `mailSettingsSchema` whenever it is read or written. */
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
  /** Sealed with the master key; null: it wants none. */
  sealedPassword: text('sealed_password'),
  changedAt: at('changed_at').notNull(),
});
