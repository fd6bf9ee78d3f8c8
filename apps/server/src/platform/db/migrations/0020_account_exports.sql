CREATE TABLE "account_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"parts" integer,
	"bytes" bigint,
	"holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"link_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "account_exports_state_known" CHECK ("account_exports"."state" in ('waiting', 'running', 'ready', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_one_at_a_time" ON "account_exports" USING btree ("user_id") WHERE "account_exports"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "account_exports_user_idx" ON "account_exports" USING btree ("user_id");