CREATE TABLE "provider_seen" (
	"reference" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
