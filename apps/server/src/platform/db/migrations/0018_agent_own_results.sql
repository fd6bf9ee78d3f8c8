ALTER TABLE "agent_messages" ADD COLUMN "own" jsonb;--> statement-breakpoint
ALTER TABLE "agent_messages" ADD COLUMN "zone" text;