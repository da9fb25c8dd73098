DROP INDEX "webhook_inbox_open_idx";--> statement-breakpoint
-- First answers kept in the clear are worth less than what they give away; their calls simply run again.
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "body";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "body" "bytea";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_state" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "origin" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "last_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD COLUMN "next_try_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_state_idx" ON "refunds" USING btree ("state","last_checked_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_handled_idx" ON "webhook_inbox" USING btree ("handled_at","received_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_open_idx" ON "webhook_inbox" USING btree ("next_try_at") WHERE "webhook_inbox"."handled_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute_reference_unique" UNIQUE("dispute_reference");