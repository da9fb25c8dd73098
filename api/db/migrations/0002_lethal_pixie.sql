ALTER TABLE "care_messages" DROP CONSTRAINT "care_messages_about";--> statement-breakpoint
ALTER TABLE "aircraft_types" ADD COLUMN "front_min_age" integer;--> statement-breakpoint
ALTER TABLE "aircraft_types" ADD COLUMN "front_max_lbs" integer;--> statement-breakpoint
ALTER TABLE "aircraft_types" ADD COLUMN "front_single_seats" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "terminals" ADD COLUMN "weather_station" text;--> statement-breakpoint
ALTER TABLE "care_messages" ADD CONSTRAINT "care_messages_about"
  CHECK (num_nonnulls("care_messages"."order_id", "care_messages"."credit_card_id",
      "care_messages"."gift_card_id", "care_messages"."voucher_id") = 1
        and ("care_messages"."order_id" is not null) =
          ("care_messages"."occasion" in ('before_flight', 'guests_late', 'after_flight'))
        and ("care_messages"."credit_card_id" is not null) = ("care_messages"."occasion" = 'card_expiring'));
--> statement-breakpoint
ALTER TABLE "aircraft_types" ADD CONSTRAINT "aircraft_types_front"
  CHECK ("aircraft_types"."front_min_age" between 1 and 120
    and "aircraft_types"."front_max_lbs" between 1 and 999);
--> statement-breakpoint
ALTER TABLE "terminals" ADD CONSTRAINT "terminals_weather_station"
  CHECK ("terminals"."weather_station" ~ '^[A-Z][A-Z0-9]{3}$');
