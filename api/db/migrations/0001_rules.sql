-- An aircraft cannot fly two overlapping flights, turnaround included. The range of one id needs no extension.
ALTER TABLE "flights" ADD CONSTRAINT "flights_aircraft_busy" EXCLUDE USING gist (
  int4range("aircraft_id", "aircraft_id", '[]') WITH &&,
  tstzrange("depart_at", "ready_at") WITH &&
) WHERE ("status" <> 'called_off');--> statement-breakpoint
-- A ledger transaction's entries sum to zero, whatever wrote them; checked when the database transaction commits.
CREATE FUNCTION "ledger_transaction_balances"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched integer := coalesce(NEW.transaction_id, OLD.transaction_id);
BEGIN
  IF (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE transaction_id = touched) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', touched USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balance" AFTER INSERT OR UPDATE OR DELETE ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_transaction_balances"();
