CREATE TABLE "duties" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"term" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trading_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"kind" text NOT NULL,
	"deposit" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"closed_at" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trading_accounts_deposit_positive" CHECK ("trading_accounts"."deposit" > 0)
);
--> statement-breakpoint
CREATE TABLE "trading_balances" (
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "trading_balances_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "trading_commands" (
	"account_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"answer" jsonb NOT NULL,
	CONSTRAINT "trading_commands_account_id_client_id_pk" PRIMARY KEY("account_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "trading_events" (
	"account_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	"version" smallint NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "trading_events_account_id_seq_pk" PRIMARY KEY("account_id","seq"),
	CONSTRAINT "trading_events_numbered" CHECK ("trading_events"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "trading_orders" (
	"account_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"symbol" text NOT NULL,
	"is_done" boolean NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "trading_orders_account_id_client_id_pk" PRIMARY KEY("account_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "trading_positions" (
	"account_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "trading_positions_account_id_symbol_pk" PRIMARY KEY("account_id","symbol")
);
--> statement-breakpoint
CREATE TABLE "trading_snapshots" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"version" smallint NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trading_accounts" ADD CONSTRAINT "trading_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_balances" ADD CONSTRAINT "trading_balances_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_commands" ADD CONSTRAINT "trading_commands_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_events" ADD CONSTRAINT "trading_events_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_orders" ADD CONSTRAINT "trading_orders_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_positions" ADD CONSTRAINT "trading_positions_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_snapshots" ADD CONSTRAINT "trading_snapshots_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trading_accounts_open_key" ON "trading_accounts" USING btree ("user_id","source_id") WHERE "trading_accounts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "trading_accounts_user_idx" ON "trading_accounts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "trading_fills_idx" ON "trading_events" USING btree ("account_id","seq") WHERE "trading_events"."kind" = 'filled';--> statement-breakpoint
CREATE INDEX "trading_postings_idx" ON "trading_events" USING btree ("account_id","seq") WHERE "trading_events"."kind" in ('deposited', 'filled', 'marginMoved', 'funded', 'insured');--> statement-breakpoint
CREATE UNIQUE INDEX "trading_orders_id_key" ON "trading_orders" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trading_orders_number_key" ON "trading_orders" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "trading_orders_open_idx" ON "trading_orders" USING btree ("account_id") WHERE not "trading_orders"."is_done";--> statement-breakpoint
-- What happened to an account is never rewritten; it goes only with the account itself, by the cascade of its user's deletion.
CREATE TRIGGER trading_events_are_final BEFORE UPDATE ON trading_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trading_events_stay BEFORE DELETE ON trading_events FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER trading_events_stay_whole BEFORE TRUNCATE ON trading_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
