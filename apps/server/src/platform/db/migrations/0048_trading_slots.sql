CREATE TABLE "trading_moves" (
	"user_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trading_moves" ADD CONSTRAINT "trading_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "trading_moves" SELECT "user_id" FROM "copies" WHERE "state" <> 'stopped' UNION SELECT "leader_user_id" FROM "copies" WHERE "state" <> 'stopped';
