CREATE TABLE "mail_servers" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_password" text,
	"changed_at" timestamp with time zone NOT NULL
);
