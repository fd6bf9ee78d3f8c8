CREATE TABLE "alert_firings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_firings_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"terms" jsonb NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"at" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"is_late" boolean NOT NULL,
	"value" double precision,
	"threshold" double precision,
	"source_id" text,
	"source_kind" text,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_marks" (
	"source_id" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"timezone" text,
	"mail_digest" text DEFAULT 'each' NOT NULL,
	"is_mail_wanted" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alerts_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"symbol" text,
	"terms" jsonb NOT NULL,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"source_id" text,
	"judged_at" bigint,
	"fired_at" bigint,
	"firings" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_key" text,
	"request_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alerts_state_known" CHECK ("alerts"."state" in ('active', 'paused', 'done', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"firing_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"receiver_id" uuid NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"is_begun" boolean DEFAULT false NOT NULL,
	"may_repeat" boolean DEFAULT false NOT NULL,
	"problem" text,
	"receipt" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_state_known" CHECK ("deliveries"."state" in ('waiting', 'held', 'sent', 'dead', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "delivery_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint_hash" "bytea" NOT NULL,
	"subscription" "bytea" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "telegram_chats" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" bigint NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "telegram_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"name" text,
	"secret" "bytea" NOT NULL,
	"old_secret" "bytea",
	"rotates_until" timestamp (3) with time zone,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "headers" jsonb;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_firing_id_alert_firings_id_fk" FOREIGN KEY ("firing_id") REFERENCES "public"."alert_firings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_chats" ADD CONSTRAINT "telegram_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_links" ADD CONSTRAINT "telegram_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_firings_event_key" ON "alert_firings" USING btree ("alert_id","event_key");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_firings_seq_key" ON "alert_firings" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "alert_firings_user_idx" ON "alert_firings" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "alert_firings_unread_idx" ON "alert_firings" USING btree ("user_id") WHERE "alert_firings"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_number_key" ON "alerts" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_request_key" ON "alerts" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "alerts_user_idx" ON "alerts" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "alerts_active_idx" ON "alerts" USING btree ("id") WHERE "alerts"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_event_key" ON "deliveries" USING btree ("firing_id","channel","receiver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_number_key" ON "deliveries" USING btree ("number");--> statement-breakpoint
CREATE INDEX "deliveries_user_idx" ON "deliveries" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "deliveries" USING btree ("next_at") WHERE "deliveries"."state" in ('waiting', 'held');--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint_key" ON "push_devices" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_devices_user_idx" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhooks_user_idx" ON "webhooks" USING btree ("user_id");--> statement-breakpoint
-- What fired is never rewritten but for having been read; it goes only with its user.
CREATE FUNCTION refuse_new_firing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.alert_id, NEW.event_key, NEW.at, NEW.user_id) IS DISTINCT FROM (OLD.alert_id, OLD.event_key, OLD.at, OLD.user_id) THEN
    RAISE EXCEPTION 'alert_firings are never rewritten';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER alert_firings_are_final BEFORE UPDATE ON alert_firings FOR EACH ROW EXECUTE FUNCTION refuse_new_firing();
