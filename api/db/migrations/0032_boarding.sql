ALTER TABLE "passengers" ADD COLUMN "boarding" text;--> statement-breakpoint
ALTER TABLE "passengers" ADD COLUMN "boarded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passengers" ADD COLUMN "boarding_note" text;--> statement-breakpoint
ALTER TABLE "passengers" ADD CONSTRAINT "passengers_boarding" CHECK (("passengers"."boarding" is null) = ("passengers"."boarded_at" is null));