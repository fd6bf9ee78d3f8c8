CREATE TABLE "agent_claims" (
	"user_id" uuid NOT NULL,
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_claims_user_id_chain_seq_pk" PRIMARY KEY("user_id","chain","seq")
);
--> statement-breakpoint
CREATE TABLE "agent_conversations" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_conversations_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_messages" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"reply_to" uuid,
	"engine" text,
	"ended" text,
	"language" text,
	"tool_calls" jsonb,
	"figures" jsonb,
	"proposals" jsonb,
	"suggestions" jsonb,
	CONSTRAINT "agent_messages_kind_known" CHECK ("agent_messages"."kind" in ('question', 'reply', 'feedback')),
	CONSTRAINT "agent_messages_replies_only" CHECK (("agent_messages"."kind" = 'reply') = ("agent_messages"."reply_to" is not null))
);
--> statement-breakpoint
CREATE TABLE "agent_places" (
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"holder" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_places_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "agent_usage" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"tokens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_usage_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "agent_claims" ADD CONSTRAINT "agent_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_claims" ADD CONSTRAINT "agent_claims_chain_seq_forecasts_chain_seq_fk" FOREIGN KEY ("chain","seq") REFERENCES "public"."forecasts"("chain","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_conversations" ADD CONSTRAINT "agent_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_messages" ADD CONSTRAINT "agent_messages_conversation_agent_conversations_number_fk" FOREIGN KEY ("conversation") REFERENCES "public"."agent_conversations"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_places" ADD CONSTRAINT "agent_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_usage" ADD CONSTRAINT "agent_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_claims_said_idx" ON "agent_claims" USING btree ("user_id","said_at");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_conversations_own_key" ON "agent_conversations" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "agent_conversations_removed_idx" ON "agent_conversations" USING btree ("removed_at") WHERE "agent_conversations"."removed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_messages_id_key" ON "agent_messages" USING btree ("conversation","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_messages_one_reply_key" ON "agent_messages" USING btree ("conversation","reply_to");--> statement-breakpoint
CREATE INDEX "agent_messages_order_idx" ON "agent_messages" USING btree ("conversation","seq");--> statement-breakpoint
CREATE INDEX "agent_usage_day_idx" ON "agent_usage" USING btree ("day");--> statement-breakpoint
-- What the agent has named stays named, for as long as its user is there.
CREATE FUNCTION refuse_change_of_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'rows of % are final', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER agent_claims_are_final BEFORE UPDATE OR DELETE ON agent_claims FOR EACH ROW EXECUTE FUNCTION refuse_change_of_claim();
