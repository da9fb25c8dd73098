ALTER TABLE "flights" ADD COLUMN "status_reason" text;--> statement-breakpoint
ALTER TABLE "passengers" ADD COLUMN "stays_home" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passengers" ADD COLUMN "order_refund_id" integer;--> statement-breakpoint
ALTER TABLE "passengers" ADD CONSTRAINT "passengers_order_refund_id_order_refunds_id_fk" FOREIGN KEY ("order_refund_id") REFERENCES "public"."order_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passengers" ADD CONSTRAINT "passengers_home" CHECK (not "passengers"."stays_home" or "passengers"."boarding" is null);--> statement-breakpoint
-- Everybody on an aircraft bought whole is on its manifest, also who was not named.
INSERT INTO "passengers" ("order_id", "flight_id", "position", "full_name")
SELECT o."id", null, 1000 + n, ''
FROM "orders" o
CROSS JOIN LATERAL generate_series(1, o."quantity" - (SELECT count(*)::int FROM "passengers" p WHERE p."order_id" = o."id")) AS n
WHERE o."kind" = 'flight' AND o."quantity_type" = 'flight' AND o."status" IN ('completed', 'partially_refunded')
	AND EXISTS (
		SELECT FROM "holds" h JOIN "flights" f ON f."id" = h."flight_id"
		WHERE h."order_id" = o."id" AND h."state" = 'sold' AND f."status" NOT IN ('departed', 'landed', 'called_off')
			AND f."depart_at" > now());--> statement-breakpoint
-- Of parties that had seats given back while nobody was asked who stays home: first those without a name.
UPDATE "passengers" p SET "stays_home" = true, "boarding" = null, "boarded_at" = null
FROM (
	SELECT n."id", row_number() OVER (PARTITION BY n."order_id" ORDER BY n."position" DESC) AS place, s."people" - s."seats" AS surplus
	FROM "passengers" n
	JOIN (
		SELECT o."id" AS order_id, (SELECT count(*)::int FROM "passengers" e WHERE e."order_id" = o."id") AS people,
			(SELECT coalesce(sum(h."seats"), 0)::int FROM "holds" h WHERE h."order_id" = o."id" AND h."state" = 'sold') AS seats
		FROM "orders" o WHERE o."status" = 'partially_refunded' AND o."quantity_type" = 'seat'
	) s ON s.order_id = n."order_id"
	WHERE n."full_name" = '' AND s.seats > 0
) home
WHERE home."id" = p."id" AND home.place <= home.surplus;
