ALTER TABLE "sessions" ADD COLUMN "new_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "noticed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sessions_new_idx" ON "sessions" USING btree ("new_at") WHERE "sessions"."noticed_at" is null;