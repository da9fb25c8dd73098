-- What the tables of 0000_start.sql must also keep to, and drizzle's schema cannot express. By subject:
-- flights, ledger, versions of what is cached, audit log, accounts, orders, agents, written texts,
-- limits on calls.

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

-- The limits of duty are one row, which an admin changes.
INSERT INTO "duty_limits" DEFAULT VALUES;
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
-- Cached pages show prices with a campaign's code, the membership on sale, and what staff wrote, so all of
-- them count as part of the catalogue.
DO $$
DECLARE
  written text;
BEGIN
  FOREACH written IN ARRAY ARRAY[
    'brands', 'brand_hosts', 'terminals', 'aircraft_types', 'aircraft', 'aircraft_outages',
    'product_categories', 'products', 'product_category_products', 'fares', 'fees',
    'departures', 'departure_exceptions', 'upgrades', 'product_upgrades',
    'campaigns', 'discounts', 'discount_codes', 'plans', 'written_text_versions'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION renew_catalogue_version()', written || '_version', written);
  END LOOP;
END $$;
--> statement-breakpoint
-- Every statement that takes or gives back seats counts one up for the products and aircraft it is about.
-- It takes a row that no other transaction has locked, or makes one, so that buyers never wait for each
-- other here and nothing can deadlock. Without product and aircraft it counts for all of them.
CREATE FUNCTION "add_stock_change"(product integer, craft integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_changes SET changes = changes + 1
    WHERE id = (SELECT id FROM stock_changes
      WHERE product_id IS NOT DISTINCT FROM product AND aircraft_id IS NOT DISTINCT FROM craft
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO stock_changes (product_id, aircraft_id, changes) VALUES (product, craft, 1);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_stock_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_stock_change(NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Cached pages also show whether a code can still be used, and what the last run of the integrity checks
-- found.
DO $$
DECLARE
  written text;
  pairs text;
  rows text;
  event text;
BEGIN
  -- The product and the aircraft of each row. A row whose slot or flight is gone counts for more.
  FOR written, pairs IN VALUES
    ('slots', 'SELECT product_id, NULL::integer FROM %s'),
    ('flights', 'SELECT slots.product_id, written.aircraft_id FROM %s AS written
      LEFT JOIN slots ON slots.id = written.slot_id'),
    ('holds', 'SELECT slots.product_id, flights.aircraft_id FROM %s AS written
      LEFT JOIN flights ON flights.id = written.flight_id LEFT JOIN slots ON slots.id = flights.slot_id')
  LOOP
    FOR event, rows IN VALUES
      ('INSERT', 'NEW TABLE AS new_rows'),
      ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
      ('DELETE', 'OLD TABLE AS old_rows')
    LOOP
      -- A statement that wrote no row counts for no product.
      EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
        DECLARE
          changed record;
        BEGIN
          FOR changed IN %s LOOP
            PERFORM add_stock_change(changed.product_id, changed.aircraft_id);
          END LOOP;
          IF NOT FOUND THEN
            PERFORM add_stock_change(0, NULL);
          END IF;
          RETURN NULL;
        END $body$',
        'count_' || lower(event) || '_of_' || written,
        'SELECT * FROM (' || CASE event
          WHEN 'UPDATE' THEN format(pairs, 'old_rows') || ' UNION ' || format(pairs, 'new_rows')
          WHEN 'INSERT' THEN format(pairs, 'new_rows') || ' GROUP BY 1, 2'
          ELSE format(pairs, 'old_rows') || ' GROUP BY 1, 2'
        END || ') AS pairs (product_id, aircraft_id)');
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s
        FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        written || '_' || lower(event) || '_changes', event, written, rows,
        'count_' || lower(event) || '_of_' || written);
    END LOOP;
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION count_stock_change()', written || '_truncate_changes', written);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER "discount_code_uses_changes" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
  ON "discount_code_uses" FOR EACH STATEMENT EXECUTE FUNCTION "count_stock_change"();
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
INSERT INTO "roles" ("id", "name") VALUES (1, 'admin'), (2, 'staff'), (3, 'pilot'), (4, 'agent');
--> statement-breakpoint
-- A row that is written for a merged account belongs to the account it was merged into. The account is
-- locked as a foreign key locks it: a writer waits for a merge that is under way, and then sees its result.
-- The column is read by its name, as making JSON of a whole order takes longer than writing it.
CREATE FUNCTION "follow_merged_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written integer;
  kept integer;
BEGIN
  CASE TG_ARGV[0]
    WHEN 'user_id' THEN written := NEW.user_id;
    WHEN 'purchaser_id' THEN written := NEW.purchaser_id;
    WHEN 'giver_id' THEN written := NEW.giver_id;
  END CASE;
  SELECT merged_into_id INTO kept FROM users WHERE id = written FOR KEY SHARE;
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

-- AGENTS

-- What an agent was told to have earned stays as it was told: a statement and its lines are never changed or
-- deleted. Only its payment is noted, once.
CREATE FUNCTION "refuse_statement_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment text[] := ARRAY['paid_at', 'paid_by', 'paid_reference'];
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'agent_statements' THEN
    IF OLD."paid_at" IS NULL AND to_jsonb(NEW) - payment = to_jsonb(OLD) - payment THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a statement of an agent stays as it was made' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "agent_statements_kept" BEFORE UPDATE OR DELETE ON "agent_statements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_statement_change"();
--> statement-breakpoint
CREATE TRIGGER "agent_statement_lines_kept" BEFORE UPDATE OR DELETE ON "agent_statement_lines"
  FOR EACH ROW EXECUTE FUNCTION "refuse_statement_change"();
--> statement-breakpoint

-- WRITTEN TEXTS

-- Every version stays as it was saved: people signed some of them.
CREATE FUNCTION "refuse_written_text_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'versions of written texts are only added to' USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "written_text_versions_kept" BEFORE UPDATE OR DELETE ON "written_text_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_written_text_change"();
--> statement-breakpoint

-- LIMITS ON CALLS

-- Counts of calls hold for minutes, so the table is unlogged: nothing is written twice for them, and a
-- crash of the server empties it.
ALTER TABLE "call_counts" SET UNLOGGED;
