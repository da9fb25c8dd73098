CREATE TABLE "ledger_carried" (
	"at" timestamp with time zone NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_carried_at_account_pk" PRIMARY KEY("at","account")
);
--> statement-breakpoint
ALTER TABLE "staff_tasks" DROP CONSTRAINT "staff_tasks_about";--> statement-breakpoint
ALTER TABLE "order_changes" ADD COLUMN "waived_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tasks" ADD COLUMN "refund_id" integer;--> statement-breakpoint
ALTER TABLE "credits" ADD COLUMN "given_by" integer;--> statement-breakpoint
ALTER TABLE "staff_tasks" ADD CONSTRAINT "staff_tasks_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "slots_date_idx" ON "slots" USING btree ("local_date","depart_at");--> statement-breakpoint
CREATE INDEX "flights_depart_idx" ON "flights" USING btree ("depart_at");--> statement-breakpoint
CREATE INDEX "orders_created_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_tasks_refund_key" ON "staff_tasks" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "credits_giver_idx" ON "credits" USING btree ("given_by","created_at");--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_waived" CHECK ("order_changes"."waived_cents" >= 0);--> statement-breakpoint
ALTER TABLE "staff_tasks" ADD CONSTRAINT "staff_tasks_about" CHECK (case "staff_tasks"."kind" when 'webhook_failing' then "staff_tasks"."webhook_endpoint_id" is not null when 'refund_to_hand_out' then num_nonnulls("staff_tasks"."order_id", "staff_tasks"."refund_id") = 2 when 'mail_bounced' then "staff_tasks"."mail_id" is not null else num_nonnulls("staff_tasks"."order_id", "staff_tasks"."passenger_id") = 2 end);--> statement-breakpoint
-- A balance that was carried is what the entries before it make: one that is written earlier takes away what lies after it.
CREATE FUNCTION "ledger_carried_stays_right"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ledger_carried c USING ledger_transactions t
    WHERE t.id = coalesce(NEW.transaction_id, OLD.transaction_id) AND c.at > t.at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_carried" AFTER INSERT OR UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "ledger_carried_stays_right"();
