-- Prices with a campaign's code stand on pages that are kept: whoever writes codes, or uses one up, makes them new.
CREATE TRIGGER "discounts_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "discounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "discount_codes_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "discount_codes"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "discount_code_uses_changes" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "discount_code_uses"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();
