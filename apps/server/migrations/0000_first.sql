CREATE TABLE "access_grants" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid NOT NULL,
	"application_id" uuid,
	"reason" text NOT NULL,
	"granted_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"uses_left" integer NOT NULL,
	"overrides_stopper" boolean NOT NULL,
	"revoked_at" timestamp with time zone,
	"granted_by_id" uuid,
	"waits_for_approval" boolean DEFAULT false NOT NULL,
	CONSTRAINT "access_grants_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "access_requests" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"application_id" uuid,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "access_requests_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "permits" (
	"company_id" uuid NOT NULL,
	"device_session_id" uuid NOT NULL,
	"pending_sign_in_id" uuid NOT NULL,
	"handle_hash" text NOT NULL,
	"previous_handle_hash" text,
	"web_session_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	"report_id" uuid NOT NULL,
	"policy_version" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"previous_expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "permits_company_id_device_session_id_pending_sign_in_id_pk" PRIMARY KEY("company_id","device_session_id","pending_sign_in_id")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"entity_id" text NOT NULL,
	"start_url" text,
	"service_provider" jsonb,
	"protocol" text DEFAULT 'saml' NOT NULL,
	"oidc_client" jsonb,
	"sealed_secret" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applications_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "issued_assertions" (
	"company_id" uuid NOT NULL,
	"assertion_id" text NOT NULL,
	"application_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"web_session_id" uuid NOT NULL,
	"session_index" text NOT NULL,
	"name_id" text NOT NULL,
	"name_id_format" text NOT NULL,
	"standing" text NOT NULL,
	"evidence" text NOT NULL,
	"grant_id" uuid,
	"device_session_id" uuid,
	"judged_by" text,
	"issued_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "issued_assertions_company_id_assertion_id_pk" PRIMARY KEY("company_id","assertion_id")
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"company_id" uuid NOT NULL,
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"user_code" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_records_company_id_model_id_pk" PRIMARY KEY("company_id","model","id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"acs_url" text NOT NULL,
	"relay_state" text,
	"name_id_format" text,
	"force_authentication" boolean NOT NULL,
	"mode" text NOT NULL,
	"person_id" uuid,
	"web_session_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"answers" integer DEFAULT 0 NOT NULL,
	"requested_authn_context" jsonb,
	"interaction_id" text,
	"second_step" jsonb,
	"is_unsolicited" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pending_sign_ins_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"top_level_domain" text NOT NULL,
	"logo_url" text,
	"support" jsonb NOT NULL,
	"public_url" text NOT NULL,
	"msp_id" uuid,
	"silo_id" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "companies_name_unique" UNIQUE("name"),
	CONSTRAINT "companies_public_url_unique" UNIQUE("public_url")
);
--> statement-breakpoint
CREATE TABLE "mail_servers" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_password" text,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "managed_service_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "managed_service_providers_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"version" text NOT NULL,
	"text" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "policies_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "saml_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saml_keys_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "silos" (
	"id" text PRIMARY KEY NOT NULL,
	"client_download_base_path" text,
	"regions" jsonb NOT NULL,
	"endpoints" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approved_keys" (
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	CONSTRAINT "approved_keys_company_id_device_id_pk" PRIMARY KEY("company_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "device_accounts" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"account_id" uuid,
	"device_row_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "device_accounts_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "device_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"web_session_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"device_row_id" uuid NOT NULL,
	"sealed_server_key" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"kind" text DEFAULT 'full' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	"identity_key" jsonb NOT NULL,
	"agreement_key" jsonb NOT NULL,
	"key_protection" text NOT NULL,
	"state" text NOT NULL,
	"state_before_block" text,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"operating_system" text NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"has_used_v2" boolean DEFAULT true NOT NULL,
	"approved_by" text,
	"last_seen_at" timestamp with time zone,
	"label" text,
	CONSTRAINT "devices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_session_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"signed_report" jsonb,
	"received_at" timestamp with time zone NOT NULL,
	"device_row_id" uuid NOT NULL,
	"payload" jsonb NOT NULL,
	"evidence_key" text,
	CONSTRAINT "reports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"company_id" uuid NOT NULL,
	"id_hash" text NOT NULL,
	"device_session_id" uuid NOT NULL,
	"length" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"evidence_key" text,
	CONSTRAINT "uploads_company_id_id_hash_pk" PRIMARY KEY("company_id","id_hash")
);
--> statement-breakpoint
CREATE TABLE "lifecycle_data" (
	"format" integer PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_from" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_entries" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	"verb" text NOT NULL,
	"device_name" text NOT NULL,
	"claimed" jsonb,
	CONSTRAINT "activity_entries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"actor" text,
	"actor_name_id" uuid,
	"target" text,
	"target_name_id" uuid,
	"details" jsonb NOT NULL,
	"name_ids" uuid[],
	"address" text NOT NULL,
	"correlation_id" text NOT NULL,
	CONSTRAINT "audit_entries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_names" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subject_id" uuid,
	"upstream_id" uuid,
	"account" text,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_names_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "admin_tokens" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"made_by" text NOT NULL,
	"owner_company_id" uuid,
	"owner_id" uuid,
	"session_id" uuid,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "admin_tokens_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "invitations_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"login" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text NOT NULL,
	"type" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp with time zone,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"upstream_id" uuid,
	"upstream_subject" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"eula_accepted_at" timestamp with time zone,
	CONSTRAINT "people_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"company_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"reach" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "roles_company_id_person_id_pk" PRIMARY KEY("company_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"lookup" text,
	"sealed" text NOT NULL,
	"last_used" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"is_by_password_alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "second_factors_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "upstreams" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_secret" text,
	"is_enabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upstreams_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"web_session_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"device_session_id" uuid,
	CONSTRAINT "access_tokens_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "ceremonies" (
	"company_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "ceremonies_company_id_key_hash_pk" PRIMARY KEY("company_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"company_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"wait_until" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_attempts_company_id_key_hash_pk" PRIMARY KEY("company_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "web_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"factors" jsonb DEFAULT '["password"]'::jsonb NOT NULL,
	"awaits" text,
	"activated_by" uuid,
	"reach" text DEFAULT 'whole' NOT NULL,
	"upstream_claims" jsonb,
	"caller_number" jsonb,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proven_at" timestamp with time zone DEFAULT now() NOT NULL,
	"second_factor_at" timestamp with time zone,
	"opened_from" uuid,
	"opened_for" uuid,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	CONSTRAINT "web_sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_tokens" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"web_session_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "web_tokens_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"application_id" uuid NOT NULL,
	"protocol" text NOT NULL,
	"person_id" uuid,
	"web_session_id" uuid,
	"device_row_id" uuid,
	"report_id" uuid,
	"grant_id" uuid,
	"outcome" text DEFAULT 'arrived' NOT NULL,
	"has_answered" boolean,
	"stopped_by" text[] DEFAULT '{}' NOT NULL,
	"fixed" text[] DEFAULT '{}' NOT NULL,
	"ways" text[] DEFAULT '{}' NOT NULL,
	"refusal" text,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"correlation_id" text DEFAULT '' NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"fixed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"took_ms" integer,
	"unblocked_ms" integer,
	CONSTRAINT "sign_ins_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "software" (
	"company_id" uuid NOT NULL,
	"id" text NOT NULL,
	"document" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"added_by_id" uuid NOT NULL,
	"approved_at" timestamp with time zone,
	"approved_by_id" uuid,
	CONSTRAINT "software_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_verdicts" (
	"company_id" uuid NOT NULL,
	"device_row_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"previous" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_enforced" boolean NOT NULL,
	"next_at" timestamp with time zone,
	"next_verdict" text,
	"next_checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"operating_system" text,
	"system_version" text,
	"client_version" text,
	"report_id" uuid,
	"reported_at" timestamp with time zone,
	"basis" text NOT NULL,
	"due_at" timestamp with time zone,
	"mark" text,
	CONSTRAINT "device_verdicts_company_id_device_row_id_pk" PRIMARY KEY("company_id","device_row_id")
);
--> statement-breakpoint
CREATE TABLE "person_verdicts" (
	"company_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"is_reached" boolean NOT NULL,
	"is_enforced" boolean NOT NULL,
	"devices" integer NOT NULL,
	"devices_stopped" integer NOT NULL,
	"last_seen_at" timestamp with time zone,
	"basis" text NOT NULL,
	"is_to_count" boolean NOT NULL,
	CONSTRAINT "person_verdicts_company_id_person_id_pk" PRIMARY KEY("company_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "verdict_changes" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"device_row_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"checks" jsonb NOT NULL,
	"is_enforced" boolean NOT NULL,
	"cause" text NOT NULL,
	"policy_version" text NOT NULL,
	"report_id" uuid,
	CONSTRAINT "verdict_changes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE INDEX "access_grants_person" ON "access_grants" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "access_requests_person" ON "access_requests" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "permits_handle" ON "permits" USING btree ("company_id","handle_hash");--> statement-breakpoint
CREATE INDEX "permits_previous_handle" ON "permits" USING btree ("company_id","previous_handle_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_entity" ON "applications" USING btree ("company_id","entity_id");--> statement-breakpoint
CREATE INDEX "issued_assertions_session" ON "issued_assertions" USING btree ("company_id","web_session_id");--> statement-breakpoint
CREATE INDEX "issued_assertions_time" ON "issued_assertions" USING btree ("company_id","issued_at");--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("company_id","grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("company_id","uid");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_person" ON "pending_sign_ins" USING btree ("company_id","person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_sign_ins_request" ON "pending_sign_ins" USING btree ("company_id","application_id","request_id");--> statement-breakpoint
CREATE INDEX "device_sessions_person" ON "device_sessions" USING btree ("company_id","person_id","expires_at");--> statement-breakpoint
CREATE INDEX "device_sessions_device" ON "device_sessions" USING btree ("company_id","device_row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_key" ON "devices" USING btree ("company_id","device_id","key_thumbprint");--> statement-breakpoint
CREATE INDEX "devices_person" ON "devices" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "devices_seen" ON "devices" USING btree ("company_id",date_trunc('milliseconds', coalesce("last_seen_at", "created_at") at time zone 'UTC') desc,"id");--> statement-breakpoint
CREATE INDEX "devices_name" ON "devices" USING btree ("company_id",lower(coalesce("label", "name")),"id");--> statement-breakpoint
CREATE INDEX "reports_device" ON "reports" USING btree ("company_id","device_row_id","received_at");--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("company_id","device_session_id","sequence");--> statement-breakpoint
CREATE INDEX "reports_time" ON "reports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "uploads_session" ON "uploads" USING btree ("company_id","device_session_id","expires_at");--> statement-breakpoint
CREATE INDEX "audit_entries_time" ON "audit_entries" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_correlation" ON "audit_entries" USING btree ("company_id","correlation_id");--> statement-breakpoint
CREATE INDEX "audit_entries_reports" ON "audit_entries" USING btree ("company_id","target","id") WHERE "audit_entries"."action" = 'device-report';--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("company_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_name" ON "audit_entries" USING btree ("company_id","actor_name_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_target_name" ON "audit_entries" USING btree ("company_id","target_name_id","id") WHERE "audit_entries"."target_name_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("company_id",left(actor, 200),"id") WHERE actor is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("company_id",left(target, 200),"id") WHERE target !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';--> statement-breakpoint
CREATE INDEX "audit_entries_target_id" ON "audit_entries" USING btree ("company_id","target","id") WHERE target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';--> statement-breakpoint
CREATE INDEX "audit_entries_names" ON "audit_entries" USING gin ("name_ids") WHERE "audit_entries"."name_ids" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_details" ON "audit_entries" USING gin ((lower((case jsonb_typeof(details) when 'object' then details - '{role,reach}'::text[] else details end)::text)::jsonb));--> statement-breakpoint
CREATE INDEX "audit_names_subject" ON "audit_names" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_tokens_token" ON "admin_tokens" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE INDEX "admin_tokens_owner" ON "admin_tokens" USING btree ("owner_company_id","owner_id");--> statement-breakpoint
CREATE INDEX "admin_tokens_session" ON "admin_tokens" USING btree ("owner_company_id","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_login" ON "people" USING btree ("company_id","login");--> statement-breakpoint
CREATE UNIQUE INDEX "people_upstream" ON "people" USING btree ("company_id","upstream_id","upstream_subject");--> statement-breakpoint
CREATE INDEX "people_name" ON "people" USING btree ("company_id",lower("display_name"),"id");--> statement-breakpoint
CREATE INDEX "people_groups" ON "people" USING gin ("groups" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "second_factors_person" ON "second_factors" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_lookup" ON "second_factors" USING btree ("company_id","kind","lookup");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_time" ON "sign_in_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "web_sessions_token" ON "web_sessions" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE INDEX "web_sessions_person" ON "web_sessions" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "web_sessions_opened" ON "web_sessions" USING btree ("company_id","opened_from") WHERE "web_sessions"."opened_from" is not null;--> statement-breakpoint
CREATE INDEX "sign_ins_time" ON "sign_ins" USING btree ("company_id","at" desc,"id");--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "sign_ins" USING btree ("company_id","person_id","at" desc);--> statement-breakpoint
CREATE INDEX "sign_ins_device" ON "sign_ins" USING btree ("company_id","device_row_id","at" desc);--> statement-breakpoint
CREATE INDEX "sign_ins_application" ON "sign_ins" USING btree ("company_id","application_id","at" desc);--> statement-breakpoint
CREATE INDEX "sign_ins_outcome" ON "sign_ins" USING btree ("company_id","outcome","at" desc);--> statement-breakpoint
CREATE INDEX "sign_ins_checks" ON "sign_ins" USING gin ("stopped_by");--> statement-breakpoint
CREATE INDEX "sign_ins_took" ON "sign_ins" USING btree ("company_id","took_ms");--> statement-breakpoint
CREATE INDEX "sign_ins_correlation" ON "sign_ins" USING btree ("company_id","correlation_id");--> statement-breakpoint
CREATE INDEX "sign_ins_around" ON "sign_ins" USING btree ("company_id","at" desc) WHERE "sign_ins"."ways" <> '{}';--> statement-breakpoint
CREATE INDEX "sign_ins_age" ON "sign_ins" USING brin ("at");--> statement-breakpoint
CREATE INDEX "device_verdicts_person" ON "device_verdicts" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "device_verdicts_verdict" ON "device_verdicts" USING btree ("company_id","verdict","since");--> statement-breakpoint
CREATE INDEX "device_verdicts_since" ON "device_verdicts" USING btree ("company_id","since","device_row_id");--> statement-breakpoint
CREATE INDEX "device_verdicts_client" ON "device_verdicts" USING btree ("company_id","client_version");--> statement-breakpoint
CREATE INDEX "device_verdicts_system" ON "device_verdicts" USING btree ("company_id","operating_system");--> statement-breakpoint
CREATE INDEX "device_verdicts_basis" ON "device_verdicts" USING btree ("company_id","basis");--> statement-breakpoint
CREATE INDEX "device_verdicts_due" ON "device_verdicts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "device_verdicts_mark" ON "device_verdicts" USING btree ("company_id") WHERE "device_verdicts"."mark" is not null;--> statement-breakpoint
CREATE INDEX "person_verdicts_verdict" ON "person_verdicts" USING btree ("company_id","verdict");--> statement-breakpoint
CREATE INDEX "person_verdicts_enforced" ON "person_verdicts" USING btree ("company_id","is_enforced","verdict");--> statement-breakpoint
CREATE INDEX "person_verdicts_seen" ON "person_verdicts" USING btree ("company_id",coalesce(date_trunc('milliseconds', "last_seen_at" at time zone 'UTC'), timestamp '1970-01-01'),"person_id");--> statement-breakpoint
CREATE INDEX "person_verdicts_basis" ON "person_verdicts" USING btree ("company_id","basis");--> statement-breakpoint
CREATE INDEX "person_verdicts_to_count" ON "person_verdicts" USING btree ("company_id") WHERE "person_verdicts"."is_to_count";--> statement-breakpoint
CREATE INDEX "verdict_changes_device" ON "verdict_changes" USING btree ("company_id","device_row_id","id");--> statement-breakpoint
CREATE INDEX "verdict_changes_time" ON "verdict_changes" USING btree ("at");