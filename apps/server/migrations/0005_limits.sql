ALTER TABLE "access_grants" ADD COLUMN "granted_by_id" uuid;--> statement-breakpoint
ALTER TABLE "access_grants" ADD COLUMN "waits_for_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "caller_number" jsonb;