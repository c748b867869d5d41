CREATE TABLE "lifecycle_data" (
	"format" integer PRIMARY KEY NOT NULL,
	"document" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"taken_from" text NOT NULL
);
