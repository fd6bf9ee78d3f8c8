CREATE TABLE "journal_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"exchange" text NOT NULL,
	"source" text NOT NULL,
	"import_id" uuid NOT NULL,
	"sealed" "bytea",
	"key_ends" text,
	"address" text,
	"state" text NOT NULL,
	"error" text,
	"cursors" jsonb NOT NULL,
	"progress_done" integer DEFAULT 0 NOT NULL,
	"progress_total" integer DEFAULT 0 NOT NULL,
	"covers" jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"reading" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"synced_to" bigint,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "journal_connections" ADD CONSTRAINT "journal_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_connections" ADD CONSTRAINT "journal_connections_import_id_journal_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."journal_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "journal_connections_account_key" ON "journal_connections" USING btree ("user_id","exchange","source");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_connections_import_key" ON "journal_connections" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "journal_connections_due_idx" ON "journal_connections" USING btree ("due_at") WHERE "journal_connections"."state" <> 'key_rejected';