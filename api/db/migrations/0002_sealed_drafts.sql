-- Drafts live a day and cannot be sealed after the fact.
DELETE FROM "drafts";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "sealed" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "fields";