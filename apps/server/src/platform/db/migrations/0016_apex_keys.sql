CREATE TABLE "apex_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"api_key" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"passphrase" "bytea" NOT NULL,
	"key_ends" text NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apex_keys" ADD CONSTRAINT "apex_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;