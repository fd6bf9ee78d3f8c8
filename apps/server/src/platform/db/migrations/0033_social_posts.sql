CREATE TABLE "social_posts" (
	"idea" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_up_to" uuid
);
--> statement-breakpoint
DROP INDEX "social_follows_author_idx";--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_follows_told_idx" ON "social_follows" USING btree ("author","user_id");