import type { SignInMode } from '@vestibule/contracts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RequestedAuthnContext } from '../../protocols/saml/index.ts';
import type { SecondStepRequest } from './second-step-request.ts';
import { at } from './columns.ts';

export const applications = pgTable(
  'applications',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    entityId: text('entity_id').notNull(),
    startUrl: text('start_url'),
    /** SAML: the service provider's record. OpenID Connect: null. */
    serviceProvider: jsonb('service_provider'),
    protocol: text('protocol').$type<'saml' | 'oidc' | 'second-step'>().notNull().default('saml'),
    /** OpenID Connect: the client's metadata. Second step: `secondStepRecordSchema`. */
    oidcClient: jsonb('oidc_client').$type<Record<string, unknown>>(),
    sealedSecret: text('sealed_secret'),
    /** Checked by `applicationConfigurationSchema`: mode, second factor, launch pad, age of a request. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    disabledAt: at('disabled_at'),
    createdAt: at('created_at').notNull().defaultNow(),
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
    mode: text('mode').$type<SignInMode>().notNull(),
    personId: uuid('person_id'),
    /** The session that showed it last; null while only the person is known. */
    webSessionId: uuid('web_session_id'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    completedAt: at('completed_at'),
    /** How many responses were issued for it: a lost one is asked for again, a few times. */
    answers: integer('answers').notNull().default(0),
    /** SAML: how strongly the application wants the person to have signed in. */
    requestedAuthnContext: jsonb('requested_authn_context').$type<RequestedAuthnContext>(),
    /** OpenID Connect: the provider's own interaction. */
    interactionId: text('interaction_id'),
    /** The request itself named the person, signed by the company's identity provider: what its answer has to repeat. */
    secondStep: jsonb('second_step').$type<SecondStepRequest>(),
    /** True when no request began it: identity-provider-initiated. */
    isUnsolicited: boolean('is_unsolicited').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('pending_sign_ins_person').on(table.companyId, table.personId, table.createdAt),
    uniqueIndex('pending_sign_ins_request').on(table.companyId, table.applicationId, table.requestId),
  ],
);

/** Every assertion that left, for single logout and for the question who came in without a compliant device. */
export const issuedAssertions = pgTable(
  'issued_assertions',
  {
    companyId: uuid('company_id').notNull(),
    assertionId: text('assertion_id').notNull(),
    applicationId: uuid('application_id').notNull(),
    personId: uuid('person_id').notNull(),
    webSessionId: uuid('web_session_id').notNull(),
    sessionIndex: text('session_index').notNull(),
    nameId: text('name_id').notNull(),
    nameIdFormat: text('name_id_format').notNull(),
    standing: text('standing').notNull(),
    evidence: text('evidence').$type<'hardware-key' | 'software-key' | 'upstream' | 'none'>().notNull(),
    grantId: uuid('grant_id'),
    /** The computer's session it was judged by; null: none. */
    deviceSessionId: uuid('device_session_id'),
    /** Of one that is handed out later: `judgedBy` of what it was judged by. Null: it left at once. */
    judgedBy: text('judged_by'),
    issuedAt: at('issued_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.assertionId] }),
    index('issued_assertions_session').on(table.companyId, table.webSessionId),
    index('issued_assertions_time').on(table.companyId, table.issuedAt),
  ],
);

/** What the OpenID Connect provider keeps: codes, tokens, sessions, interactions. */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    companyId: uuid('company_id').notNull(),
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    userCode: text('user_code'),
    expiresAt: at('expires_at'),
    consumedAt: at('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.model, table.id] }),
    index('oidc_records_grant').on(table.companyId, table.grantId),
    index('oidc_records_uid').on(table.companyId, table.uid),
  ],
);
