-- Unlogged: what is counted here is worth nothing after a crash.
CREATE UNLOGGED TABLE "call_counts" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "call_counts_expire_idx" ON "call_counts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "orders_network_idx" ON "orders" USING btree ("network_key","status");