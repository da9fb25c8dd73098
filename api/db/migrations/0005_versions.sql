CREATE TABLE "catalogue_version" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"token" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "catalogue_version_one_row" CHECK ("catalogue_version"."only")
);
--> statement-breakpoint
CREATE TABLE "stock_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"changes" bigint NOT NULL
);--> statement-breakpoint
INSERT INTO "catalogue_version" DEFAULT VALUES;--> statement-breakpoint
-- Whoever reads the catalogue asks for the token first; it commits with the writing that changed it.
CREATE FUNCTION "renew_catalogue_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_version SET token = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
-- Takes a row that no other transaction has locked, or makes one, so that nobody waits and nothing can deadlock here.
CREATE FUNCTION "count_stock_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_changes SET changes = changes + 1
    WHERE id = (SELECT id FROM stock_changes ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO stock_changes (changes) VALUES (1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "brands_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "brands"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "brand_hosts_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "brand_hosts"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "terminals_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "terminals"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "aircraft_types_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "aircraft_types"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "aircraft_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "aircraft"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "product_categories_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_categories"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "products_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "products"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "product_category_products_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_category_products"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "fares_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "fares"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "departures_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "departures"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "departure_exceptions_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "departure_exceptions"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "upgrades_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "upgrades"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "product_upgrades_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_upgrades"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "fees_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "fees"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "slots_changes" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "slots"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();--> statement-breakpoint
CREATE TRIGGER "flights_changes" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "flights"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();--> statement-breakpoint
CREATE TRIGGER "holds_changes" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "holds"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();
