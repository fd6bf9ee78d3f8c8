CREATE TABLE "apex_orders" (
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"account" text NOT NULL,
	"intent" jsonb NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"reason" text,
	"told" jsonb,
	"twin" jsonb,
	"prepared_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"judged_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "apex_orders_user_id_client_id_pk" PRIMARY KEY("user_id","client_id")
);
--> statement-breakpoint
DROP INDEX "trading_accounts_open_key";--> statement-breakpoint
ALTER TABLE "apex_orders" ADD CONSTRAINT "apex_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apex_orders_newest_idx" ON "apex_orders" USING btree ("user_id","prepared_at");--> statement-breakpoint
CREATE INDEX "apex_orders_open_idx" ON "apex_orders" USING btree ("asked_at") WHERE "apex_orders"."state" in ('signed', 'sent', 'unknown', 'accepted') and "apex_orders"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_accounts_open_key" ON "trading_accounts" USING btree ("user_id","source_id","kind") WHERE "trading_accounts"."closed_at" is null;