-- What the tables of 0000_start.sql must also keep to, and drizzle's schema cannot express. By subject:
-- flights, ledger, versions of what is cached, audit log, accounts, orders, limits on calls.

-- FLIGHTS

-- An aircraft cannot fly two overlapping flights, turnaround included. A flight without seats keeps no
-- aircraft from another one. The range of a single id makes the constraint work without an extension.
ALTER TABLE "flights" ADD CONSTRAINT "flights_aircraft_busy" EXCLUDE USING gist (
  int4range("aircraft_id", "aircraft_id", '[]') WITH &&,
  tstzrange("depart_at", "ready_at") WITH &&
) WHERE ("status" <> 'called_off' AND "seats_sold" + "seats_held" > 0);
--> statement-breakpoint
-- A cancelled departure takes nobody, whatever the code does: it gets no flight, and its flights get no
-- more seats.
CREATE FUNCTION "refuse_called_off"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD."status" = 'called_off' AND NEW."status" = 'called_off'
      AND (NEW."seats_sold" > OLD."seats_sold" OR NEW."seats_held" > OLD."seats_held") THEN
      RAISE EXCEPTION 'flight % is called off', NEW."id" USING ERRCODE = 'check_violation';
    END IF;
  ELSIF EXISTS (SELECT 1 FROM "slots" WHERE "id" = NEW."slot_id" AND "called_off_at" IS NOT NULL) THEN
    RAISE EXCEPTION 'slot % is called off', NEW."slot_id" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "flights_called_off" BEFORE INSERT OR UPDATE ON "flights"
  FOR EACH ROW EXECUTE FUNCTION "refuse_called_off"();
--> statement-breakpoint

-- LEDGER

-- The entries of a ledger transaction sum to zero, whoever writes them. The trigger is deferred: it looks
-- when the database transaction commits, as entries are written one by one.
CREATE FUNCTION "ledger_transaction_balances"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched integer := coalesce(NEW.transaction_id, OLD.transaction_id);
BEGIN
  IF (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE transaction_id = touched) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', touched USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balance" AFTER INSERT OR UPDATE OR DELETE ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_transaction_balances"();
--> statement-breakpoint
-- A carried balance is the sum of the entries before it. An entry that is written for an earlier time makes
-- the later carried balances wrong, so they are deleted; the next job adds them up again.
CREATE FUNCTION "ledger_carried_stays_right"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ledger_carried c USING ledger_transactions t
    WHERE t.id = coalesce(NEW.transaction_id, OLD.transaction_id) AND c.at > t.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_carried" AFTER INSERT OR UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "ledger_carried_stays_right"();
--> statement-breakpoint

-- VERSIONS OF WHAT IS CACHED

-- Every statement that writes to the catalogue gives it a new token. A process that caches the catalogue
-- compares the token first; the token commits together with the change. The notice reaches those that
-- hold the token without asking, once for a transaction.
INSERT INTO "catalogue_version" DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION "renew_catalogue_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_version SET token = gen_random_uuid();
  NOTIFY catalogue_version;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Cached pages show prices with a campaign's code, so codes count as part of the catalogue.
DO $$
DECLARE
  written text;
BEGIN
  FOREACH written IN ARRAY ARRAY[
    'brands', 'brand_hosts', 'terminals', 'aircraft_types', 'aircraft',
    'product_categories', 'products', 'product_category_products', 'fares', 'fees',
    'departures', 'departure_exceptions', 'upgrades', 'product_upgrades',
    'campaigns', 'discounts', 'discount_codes'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION renew_catalogue_version()', written || '_version', written);
  END LOOP;
END $$;
--> statement-breakpoint
-- Every statement that takes or gives back seats counts one up. It takes a row that no other transaction
-- has locked, or makes one, so that buyers never wait for each other here and nothing can deadlock.
CREATE FUNCTION "count_stock_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_changes SET changes = changes + 1
    WHERE id = (SELECT id FROM stock_changes ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO stock_changes (changes) VALUES (1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Cached pages also show whether a code can still be used, and what the last run of the integrity checks
-- found.
DO $$
DECLARE
  written text;
BEGIN
  FOREACH written IN ARRAY ARRAY['slots', 'flights', 'holds', 'discount_code_uses'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION count_stock_change()', written || '_changes', written);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER "promise_runs_changes" AFTER UPDATE ON "promise_runs"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();
--> statement-breakpoint

-- AUDIT LOG

-- Rows of the audit log are only added.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_kept" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint

-- ACCOUNTS

-- Roles have fixed ids and names.
INSERT INTO "roles" ("id", "name") VALUES (1, 'admin'), (2, 'staff'), (3, 'pilot');
--> statement-breakpoint
-- A row that is written for a merged account belongs to the account it was merged into. The account is
-- locked as a foreign key locks it: a writer waits for a merge that is under way, and then sees its result.
CREATE FUNCTION "follow_merged_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kept integer;
BEGIN
  SELECT merged_into_id INTO kept FROM users WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::int FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    NEW := jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], kept));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  written text;
  account_column text;
BEGIN
  FOR written, account_column IN VALUES
    ('orders', 'user_id'), ('vouchers', 'user_id'), ('gift_cards', 'purchaser_id'),
    ('gift_shares', 'giver_id'), ('prizes', 'user_id'), ('subscriptions', 'user_id'),
    ('waitlist_entries', 'user_id'), ('form_entries', 'user_id'), ('mails', 'user_id')
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF %I ON %I
      FOR EACH ROW EXECUTE FUNCTION follow_merged_account(%L)',
      written || '_follow_merged', account_column, written, account_column);
  END LOOP;
END $$;
--> statement-breakpoint

-- ORDERS

-- An order names the plan that its price is from. The schema's file of memberships already imports that of
-- orders, so this reference stands here.
ALTER TABLE "orders" ADD CONSTRAINT "orders_membership_plan_id_plans_id_fk"
  FOREIGN KEY ("membership_plan_id") REFERENCES "plans"("id");
--> statement-breakpoint

-- LIMITS ON CALLS

-- Counts of calls hold for minutes, so the table is unlogged: nothing is written twice for them, and a
-- crash of the server empties it.
ALTER TABLE "call_counts" SET UNLOGGED;
