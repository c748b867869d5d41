ALTER TABLE "admin_tokens" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "admin_tokens" ADD COLUMN "owner_company_id" uuid;--> statement-breakpoint
ALTER TABLE "admin_tokens" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "admin_tokens" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "is_by_password_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "admin_tokens_owner" ON "admin_tokens" USING btree ("owner_company_id","owner_id");