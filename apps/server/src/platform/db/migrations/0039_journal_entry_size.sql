DROP INDEX "journal_entries_group_idx";--> statement-breakpoint
ALTER TABLE "journal_entries" DROP CONSTRAINT "journal_entries_user_id_key_pk";--> statement-breakpoint
CREATE UNIQUE INDEX "journal_entries_key" ON "journal_entries" USING btree ("user_id",(md5("key")::uuid));--> statement-breakpoint
CREATE INDEX "journal_entries_group_idx" ON "journal_entries" USING btree ("user_id","symbol","at");