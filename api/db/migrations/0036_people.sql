ALTER TABLE "users" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_id_users_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_merged_idx" ON "users" USING btree ("merged_into_id") WHERE "users"."merged_into_id" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_merged" CHECK (("users"."merged_into_id" is null) = ("users"."merged_at" is null));--> statement-breakpoint
-- What is written for a merged account is the kept one's. The row is locked as a foreign key locks it: whoever writes
-- beside a merge waits for it, and sees how it ended.
CREATE FUNCTION follow_merged_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kept integer;
BEGIN
  SELECT merged_into_id INTO kept FROM users WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::int FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    NEW := jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], kept));
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_follow_merged BEFORE INSERT OR UPDATE OF user_id ON orders FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER vouchers_follow_merged BEFORE INSERT OR UPDATE OF user_id ON vouchers FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER gift_cards_follow_merged BEFORE INSERT OR UPDATE OF purchaser_id ON gift_cards FOR EACH ROW EXECUTE FUNCTION follow_merged_account('purchaser_id');--> statement-breakpoint
CREATE TRIGGER gift_shares_follow_merged BEFORE INSERT OR UPDATE OF giver_id ON gift_shares FOR EACH ROW EXECUTE FUNCTION follow_merged_account('giver_id');--> statement-breakpoint
CREATE TRIGGER prizes_follow_merged BEFORE INSERT OR UPDATE OF user_id ON prizes FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER subscriptions_follow_merged BEFORE INSERT OR UPDATE OF user_id ON subscriptions FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER waitlist_entries_follow_merged BEFORE INSERT OR UPDATE OF user_id ON waitlist_entries FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER form_entries_follow_merged BEFORE INSERT OR UPDATE OF user_id ON form_entries FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');--> statement-breakpoint
CREATE TRIGGER mails_follow_merged BEFORE INSERT OR UPDATE OF user_id ON mails FOR EACH ROW EXECUTE FUNCTION follow_merged_account('user_id');
