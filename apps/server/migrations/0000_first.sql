CREATE TABLE "access_tokens" (
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"web_session_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_tokens_company_id_token_hash_pk" PRIMARY KEY("company_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "activity_entries" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	"verb" text NOT NULL,
	"device_name" text NOT NULL,
	CONSTRAINT "activity_entries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"entity_id" text NOT NULL,
	"start_url" text,
	"service_provider" jsonb NOT NULL,
	CONSTRAINT "applications_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "approved_keys" (
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	CONSTRAINT "approved_keys_company_id_device_id_pk" PRIMARY KEY("company_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"company_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"actor" text,
	"target" text,
	"details" jsonb NOT NULL,
	"address" text NOT NULL,
	"correlation_id" text NOT NULL,
	CONSTRAINT "audit_entries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"top_level_domain" text NOT NULL,
	"logo_url" text,
	"support" jsonb NOT NULL,
	CONSTRAINT "companies_name_unique" UNIQUE("name")
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
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"operating_system" text NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "devices_company_id_id_pk" PRIMARY KEY("company_id","id")
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
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "pending_sign_ins_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"login" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text NOT NULL,
	"type" text NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "people_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "permits" (
	"company_id" uuid NOT NULL,
	"device_session_id" uuid NOT NULL,
	"pending_sign_in_id" uuid NOT NULL,
	"handle_hash" text NOT NULL,
	"web_session_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	"report_id" uuid NOT NULL,
	"policy_version" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "permits_company_id_device_session_id_pending_sign_in_id_pk" PRIMARY KEY("company_id","device_session_id","pending_sign_in_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_session_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"signed_report" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"company_id" uuid NOT NULL,
	"id_hash" text NOT NULL,
	"device_session_id" uuid NOT NULL,
	"length" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "uploads_company_id_id_hash_pk" PRIMARY KEY("company_id","id_hash")
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
	CONSTRAINT "web_sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "applications_entity" ON "applications" USING btree ("company_id","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_key" ON "devices" USING btree ("company_id","device_id","key_thumbprint");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_sign_ins_request" ON "pending_sign_ins" USING btree ("company_id","application_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_login" ON "people" USING btree ("company_id","login");--> statement-breakpoint
CREATE UNIQUE INDEX "permits_handle" ON "permits" USING btree ("company_id","handle_hash");--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("company_id","device_session_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "web_sessions_token" ON "web_sessions" USING btree ("company_id","token_hash");