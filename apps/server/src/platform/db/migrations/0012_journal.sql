CREATE TABLE "journal_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"number" bigint NOT NULL,
	"head" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"import_id" uuid NOT NULL,
	"exchange" text NOT NULL,
	"symbol" text NOT NULL,
	"at" bigint NOT NULL,
	"place" integer NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "journal_entries_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "journal_facts" (
	"trip_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"body" jsonb NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"body" jsonb NOT NULL,
	"content" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "journal_notes" (
	"user_id" uuid NOT NULL,
	"trip_id" uuid NOT NULL,
	"tags" text[] NOT NULL,
	"note" text NOT NULL,
	"rating" smallint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "journal_notes_user_id_trip_id_pk" PRIMARY KEY("user_id","trip_id"),
	CONSTRAINT "journal_notes_rating" CHECK ("journal_notes"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "journal_trips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid,
	"import_id" uuid,
	"origin" text NOT NULL,
	"source_kind" text,
	"currency" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"opened_at" bigint,
	"closed_at" bigint,
	"first_seq" bigint,
	"last_seq" bigint,
	"size" numeric NOT NULL,
	"entry" numeric NOT NULL,
	"exit" numeric,
	"gross" numeric,
	"fees" numeric,
	"funding" numeric NOT NULL,
	"net" numeric,
	"risk" numeric,
	"r" double precision,
	"mae" numeric,
	"mfe" numeric,
	"mae_part" double precision,
	"mfe_part" double precision,
	"resolution" text NOT NULL,
	"slippage" numeric,
	"money_reason" text,
	"body" jsonb NOT NULL,
	"sort_at" bigint GENERATED ALWAYS AS (coalesce(closed_at, 9007199254740991)) STORED NOT NULL,
	CONSTRAINT "journal_trips_of_one" CHECK (num_nonnulls("journal_trips"."account_id", "journal_trips"."import_id") = 1),
	CONSTRAINT "journal_trips_mae_below" CHECK ("journal_trips"."mae" <= 0 and "journal_trips"."mfe" >= 0)
);
--> statement-breakpoint
ALTER TABLE "journal_accounts" ADD CONSTRAINT "journal_accounts_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_import_id_journal_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."journal_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_facts" ADD CONSTRAINT "journal_facts_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_imports" ADD CONSTRAINT "journal_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_notes" ADD CONSTRAINT "journal_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD CONSTRAINT "journal_trips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD CONSTRAINT "journal_trips_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD CONSTRAINT "journal_trips_import_id_journal_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."journal_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_entries_group_idx" ON "journal_entries" USING btree ("user_id","exchange","symbol","at","place");--> statement-breakpoint
CREATE INDEX "journal_entries_import_idx" ON "journal_entries" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_facts_number_key" ON "journal_facts" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "journal_imports_user_idx" ON "journal_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "journal_trips_user_idx" ON "journal_trips" USING btree ("user_id","sort_at","id");--> statement-breakpoint
CREATE INDEX "journal_trips_open_idx" ON "journal_trips" USING btree ("account_id") WHERE "journal_trips"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "journal_trips_group_idx" ON "journal_trips" USING btree ("user_id","origin","symbol") WHERE "journal_trips"."account_id" is null;--> statement-breakpoint
-- A round trip of a paper account is final once it is closed, its entry facts from the first: they go only with the account itself.
CREATE TRIGGER journal_trips_are_final BEFORE UPDATE ON journal_trips FOR EACH ROW WHEN (OLD.account_id IS NOT NULL AND OLD.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_trips_stay BEFORE DELETE ON journal_trips FOR EACH ROW WHEN (OLD.account_id IS NOT NULL AND pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_facts_are_final BEFORE UPDATE ON journal_facts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_facts_stay BEFORE DELETE ON journal_facts FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER journal_facts_stay_whole BEFORE TRUNCATE ON journal_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
