ALTER TABLE "one_time_codes" ADD COLUMN "browser_hash" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_contested" boolean DEFAULT false NOT NULL;