ALTER TABLE "fares" ADD COLUMN "gift_price_cents" integer;--> statement-breakpoint
ALTER TABLE "fares" ADD COLUMN "covers_all_fares" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "waiting_fees" jsonb;--> statement-breakpoint
-- Whoever bought a card until now read that every fee is in it: nothing waits. A card that was given, or has paid a flight, names every fee it does not have.
UPDATE "gift_cards" c SET "waiting_fees" = CASE WHEN c."purchaser_order_id" IS NOT NULL AND c."state" <> 'redeemed' THEN '[]'::jsonb ELSE coalesce((
	SELECT jsonb_agg(jsonb_build_object('feeId', n."id", 'name', n."name", 'cents', n."fee" + round(n."fee" * n."tax_bps" / 10000.0)::int) ORDER BY n."position", n."id")
	FROM (
		SELECT f."id", f."name", f."position", t."tax_bps",
			coalesce(f."price_cents", round(coalesce(p."fee_price_cents", c."price_cents") * f."percent_bps" / 10000.0)::int) AS "fee"
		FROM "fees" f, "products" p JOIN "terminals" t ON t."id" = p."departure_terminal_id"
		WHERE p."id" = c."product_id" AND f."enabled" AND (f."brand_id" IS NULL OR f."brand_id" = c."brand_id") AND NOT f."id" = ANY(c."pending_fee_ids")
	) n WHERE n."fee" > 0
), '[]'::jsonb) END;--> statement-breakpoint
ALTER TABLE "gift_cards" ALTER COLUMN "waiting_fees" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "fares" ADD CONSTRAINT "fares_gift_price" CHECK (coalesce("fares"."gift_price_cents", 1) > 0 and (not "fares"."covers_all_fares" or "fares"."gift_price_cents" is not null));
