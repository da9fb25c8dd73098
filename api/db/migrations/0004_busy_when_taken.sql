-- A flight whose last seat was given back keeps no aircraft from another slot.
ALTER TABLE "flights" DROP CONSTRAINT "flights_aircraft_busy";--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_aircraft_busy" EXCLUDE USING gist (
  int4range("aircraft_id", "aircraft_id", '[]') WITH &&,
  tstzrange("depart_at", "ready_at") WITH &&
) WHERE ("status" <> 'called_off' AND "seats_sold" + "seats_held" > 0);--> statement-breakpoint
-- Roles have fixed ids and names.
INSERT INTO "roles" ("id", "name") VALUES (1, 'admin'), (2, 'staff'), (3, 'pilot') ON CONFLICT DO NOTHING;
