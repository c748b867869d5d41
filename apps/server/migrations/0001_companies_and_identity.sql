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
	CONSTRAINT "access_requests_company_id_id_pk" PRIMARY KEY("company_id","id")
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
CREATE TABLE "silos" (
	"id" text PRIMARY KEY NOT NULL,
	"client_download_base_path" text,
	"regions" jsonb NOT NULL,
	"endpoints" jsonb NOT NULL
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
CREATE TABLE "admin_tokens" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
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
CREATE TABLE "web_tokens" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"web_session_id" uuid NOT NULL,
	"url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "web_tokens_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "applications" ALTER COLUMN "service_provider" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "signed_report" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "device_session_id" uuid;--> statement-breakpoint
ALTER TABLE "activity_entries" ADD COLUMN "claimed" jsonb;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "protocol" text DEFAULT 'saml' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "oidc_client" jsonb;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "sealed_secret" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "public_url" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "msp_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "silo_id" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "device_sessions" ADD COLUMN "kind" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_sessions" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "has_used_v2" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "web_session_id" uuid;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "requested_authn_context" jsonb;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "interaction_id" text;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "is_unsolicited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "upstream_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "upstream_subject" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "eula_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "device_row_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "payload" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "evidence_key" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "evidence_key" text;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "factors" jsonb DEFAULT '["password"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "awaits" text;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "activated_by" uuid;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "upstream_claims" jsonb;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "proven_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "access_grants_person" ON "access_grants" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "access_requests_person" ON "access_requests" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE INDEX "issued_assertions_session" ON "issued_assertions" USING btree ("company_id","web_session_id");--> statement-breakpoint
CREATE INDEX "issued_assertions_time" ON "issued_assertions" USING btree ("company_id","issued_at");--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("company_id","grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("company_id","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_tokens_token" ON "admin_tokens" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE INDEX "second_factors_person" ON "second_factors" USING btree ("company_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_lookup" ON "second_factors" USING btree ("company_id","kind","lookup");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_time" ON "sign_in_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "audit_entries_time" ON "audit_entries" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_correlation" ON "audit_entries" USING btree ("company_id","correlation_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_person" ON "pending_sign_ins" USING btree ("company_id","person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "people_upstream" ON "people" USING btree ("company_id","upstream_id","upstream_subject");--> statement-breakpoint
CREATE INDEX "reports_device" ON "reports" USING btree ("company_id","device_row_id","received_at");--> statement-breakpoint
CREATE INDEX "uploads_session" ON "uploads" USING btree ("company_id","device_session_id","expires_at");--> statement-breakpoint
CREATE INDEX "web_sessions_person" ON "web_sessions" USING btree ("company_id","person_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_public_url_unique" UNIQUE("public_url");