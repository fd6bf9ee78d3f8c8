CREATE TABLE "copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "copies_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"leader_user_id" uuid NOT NULL,
	"leader_account_id" uuid NOT NULL,
	"leader_id" uuid NOT NULL,
	"leader_name" text NOT NULL,
	"source_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"leader_seq" bigint NOT NULL,
	"allocation" bigint NOT NULL,
	"per_trade_limit" bigint NOT NULL,
	"daily_loss_limit" bigint NOT NULL,
	"total_loss_limit" bigint NOT NULL,
	"max_move_bps" integer NOT NULL,
	"late_s" integer NOT NULL,
	"excluded" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"day" integer,
	"day_result" bigint,
	"realised" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"fills" integer NOT NULL,
	"request_key" text,
	"request_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "copies_not_oneself" CHECK ("copies"."user_id" <> "copies"."leader_user_id"),
	CONSTRAINT "copies_limits_positive" CHECK (least("copies"."allocation", "copies"."per_trade_limit", "copies"."daily_loss_limit", "copies"."total_loss_limit") > 0)
);
--> statement-breakpoint
CREATE TABLE "copy_cursors" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy_cycles" (
	"account_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"from_seq" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"equity" bigint NOT NULL,
	CONSTRAINT "copy_cycles_account_id_symbol_pk" PRIMARY KEY("account_id","symbol")
);
--> statement-breakpoint
CREATE TABLE "copy_leaders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"is_open" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copy_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"copy_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"signal" text NOT NULL,
	"symbol" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"body" jsonb NOT NULL,
	"at" bigint NOT NULL,
	"delay_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy_shares" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_leader_user_id_users_id_fk" FOREIGN KEY ("leader_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_leader_account_id_trading_accounts_id_fk" FOREIGN KEY ("leader_account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_cursors" ADD CONSTRAINT "copy_cursors_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_cycles" ADD CONSTRAINT "copy_cycles_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_leaders" ADD CONSTRAINT "copy_leaders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_log" ADD CONSTRAINT "copy_log_copy_id_copies_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."copies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_log" ADD CONSTRAINT "copy_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_shares" ADD CONSTRAINT "copy_shares_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "copies_number_key" ON "copies" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_request_key" ON "copies" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_going_key" ON "copies" USING btree ("user_id","leader_user_id") WHERE "copies"."state" <> 'stopped';--> statement-breakpoint
CREATE INDEX "copies_user_idx" ON "copies" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "copies_leader_idx" ON "copies" USING btree ("leader_user_id");--> statement-breakpoint
CREATE INDEX "copies_source_idx" ON "copies" USING btree ("source_id") WHERE "copies"."state" <> 'stopped';--> statement-breakpoint
CREATE UNIQUE INDEX "copy_leaders_id_key" ON "copy_leaders" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "copy_leaders_name_key" ON "copy_leaders" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "copy_log_once" ON "copy_log" USING btree ("copy_id","signal","kind");--> statement-breakpoint
CREATE INDEX "copy_log_user_idx" ON "copy_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "copy_log_copy_idx" ON "copy_log" USING btree ("copy_id","id");