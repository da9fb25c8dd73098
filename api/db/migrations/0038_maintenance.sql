ALTER TABLE "brands" ADD COLUMN "maintenance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "passengers_told_idx" ON "passengers" USING btree ("order_id") WHERE "passengers"."weight_lbs" is not null or "passengers"."seating" is not null or "passengers"."boarding_note" is not null;
