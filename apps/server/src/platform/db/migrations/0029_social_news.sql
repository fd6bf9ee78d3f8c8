CREATE TABLE "social_news" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "social_news_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"idea" uuid NOT NULL,
	"event" text NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "social_news_known" CHECK ("social_news"."event" in ('scored', 'commented', 'posted') and "social_news"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "social_news" ADD CONSTRAINT "social_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_news" ADD CONSTRAINT "social_news_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "social_news_once" ON "social_news" USING btree ("user_id","idea","event");--> statement-breakpoint
CREATE INDEX "social_news_user_idx" ON "social_news" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "social_news_idea_idx" ON "social_news" USING btree ("idea","event");--> statement-breakpoint
CREATE INDEX "social_news_at_idx" ON "social_news" USING btree ("at");