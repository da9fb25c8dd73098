ALTER TABLE "brands" ADD COLUMN "rescheduling" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "reschedule_fee" text DEFAULT 'once' NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "for_move" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "order_change_id" integer;--> statement-breakpoint
ALTER TABLE "order_item_flights" ADD COLUMN "paid_list_cents" integer;--> statement-breakpoint
ALTER TABLE "order_item_flights" ADD COLUMN "gift_card_ids" integer[];--> statement-breakpoint
ALTER TABLE "order_item_flights" ADD COLUMN "calendar_key" text;--> statement-breakpoint
ALTER TABLE "order_item_flights" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_item_seats" ADD COLUMN "paid_list_cents" integer;--> statement-breakpoint
ALTER TABLE "order_item_seats" ADD COLUMN "gift_card_ids" integer[];--> statement-breakpoint
ALTER TABLE "order_item_seats" ADD COLUMN "calendar_key" text;--> statement-breakpoint
ALTER TABLE "order_item_seats" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "reaches_order_id" integer;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_order_change_id_order_changes_id_fk" FOREIGN KEY ("order_change_id") REFERENCES "public"."order_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_order_change_idx" ON "holds" USING btree ("order_change_id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_for_move" CHECK (not "holds"."for_move" or ("holds"."order_id" is not null and "holds"."state" <> 'sold'));