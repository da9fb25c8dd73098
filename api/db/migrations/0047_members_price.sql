CREATE TABLE "member_price_uses" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"email_key" text,
	"card_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member_price_uses" ADD CONSTRAINT "member_price_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_price_uses_email_idx" ON "member_price_uses" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "member_price_uses_card_idx" ON "member_price_uses" USING btree ("card_key");--> statement-breakpoint
-- Orders that have the members' price already: by account, as their e-mails are not hashed here.
INSERT INTO "member_price_uses" ("order_id", "created_at")
SELECT "id", "created_at" FROM "orders"
WHERE "membership_plan_id" IS NOT NULL AND "pricing" -> 'cart' -> 'discount' ->> 'keepsCredit' = 'false';--> statement-breakpoint
UPDATE "products" SET "credit_hidden" = true, "fee_price_cents" = 119800
WHERE lower(regexp_replace(btrim("name"), '\s+', ' ', 'g')) = '12-minute private flight';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_private_flight" CHECK (lower(regexp_replace(btrim("products"."name"), '\s+', ' ', 'g')) <> '12-minute private flight' or ("products"."credit_hidden" and "products"."fee_price_cents" is not null and "products"."fee_price_cents" = 119800));