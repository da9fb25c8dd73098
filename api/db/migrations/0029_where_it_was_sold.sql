ALTER TABLE "payments" ALTER COLUMN "payment_intent" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT 'online' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reader_reference" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reader_reference_unique" UNIQUE("reader_reference");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_where" CHECK (("payments"."method" = 'online') = ("payments"."payment_intent" is not null) and ("payments"."method" = 'reader') = ("payments"."reader_reference" is not null));