CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_conversations" ADD COLUMN "answering_by" text;--> statement-breakpoint
ALTER TABLE "agent_conversations" ADD COLUMN "answering_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_conversations" ADD COLUMN "is_stop_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "nodes_seen_idx" ON "nodes" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "agent_conversations_answering_idx" ON "agent_conversations" USING btree ("answering_until") WHERE "agent_conversations"."answering_by" is not null;