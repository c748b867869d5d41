ALTER TABLE "pending_sign_ins" ADD COLUMN "second_step" jsonb;--> statement-breakpoint
ALTER TABLE "web_sessions" ADD COLUMN "reach" text DEFAULT 'whole' NOT NULL;