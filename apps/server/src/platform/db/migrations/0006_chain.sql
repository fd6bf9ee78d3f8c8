CREATE TABLE "chain_checkpoints" (
	"stream" smallint NOT NULL,
	"block" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_checkpoints_stream_block_pk" PRIMARY KEY("stream","block")
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"stream" smallint NOT NULL,
	"block" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"transaction" text NOT NULL,
	"log_index" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"contract" text NOT NULL,
	"name" text NOT NULL,
	"accounts" text[] NOT NULL,
	"args" jsonb NOT NULL,
	"is_settled" boolean NOT NULL,
	CONSTRAINT "chain_events_stream_block_hash_transaction_log_index_pk" PRIMARY KEY("stream","block_hash","transaction","log_index")
);
--> statement-breakpoint
CREATE TABLE "chain_streams" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_streams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"from_block" bigint NOT NULL,
	"settled" bigint NOT NULL,
	"seen" bigint NOT NULL,
	CONSTRAINT "chain_streams_in_order" CHECK ("chain_streams"."settled" <= "chain_streams"."seen")
);
--> statement-breakpoint
CREATE TABLE "test_grants" (
	"stream" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"account" text NOT NULL,
	"nonce" integer NOT NULL,
	"transactions" text[],
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_grants_stream_user_id_key_pk" PRIMARY KEY("stream","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_stream_chain_streams_id_fk" FOREIGN KEY ("stream") REFERENCES "public"."chain_streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_events" ADD CONSTRAINT "chain_events_stream_chain_streams_id_fk" FOREIGN KEY ("stream") REFERENCES "public"."chain_streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_grants" ADD CONSTRAINT "test_grants_stream_chain_streams_id_fk" FOREIGN KEY ("stream") REFERENCES "public"."chain_streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_grants" ADD CONSTRAINT "test_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_events_order_idx" ON "chain_events" USING btree ("stream","block","log_index");--> statement-breakpoint
CREATE INDEX "chain_events_name_idx" ON "chain_events" USING btree ("stream","contract","name","block");--> statement-breakpoint
CREATE INDEX "chain_events_accounts_idx" ON "chain_events" USING gin ("accounts");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_streams_key" ON "chain_streams" USING btree ("key");--> statement-breakpoint
CREATE INDEX "test_grants_asked_idx" ON "test_grants" USING btree ("user_id","asked_at");