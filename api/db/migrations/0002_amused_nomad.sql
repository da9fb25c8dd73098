ALTER TABLE "comments" ADD COLUMN "on_manifest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_on_manifest"
  CHECK (not "comments"."on_manifest" or "comments"."commentable_type" = 'order');
