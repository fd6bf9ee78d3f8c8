CREATE TABLE "idea_addenda" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "idea_addenda_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"idea" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idea_chains" (
	"number" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "idea_chains_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL,
	"head" "bytea" NOT NULL,
	CONSTRAINT "idea_chains_kind_known" CHECK ("idea_chains"."source_kind" in ('live', 'sim', 'replay'))
);
--> statement-breakpoint
CREATE TABLE "idea_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "idea_comments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"idea" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"parent" uuid,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idea_comments_state_known" CHECK ("idea_comments"."state" in ('shown', 'deleted', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "idea_likes" (
	"user_id" uuid NOT NULL,
	"idea" uuid NOT NULL,
	CONSTRAINT "idea_likes_user_id_idea_pk" PRIMARY KEY("user_id","idea")
);
--> statement-breakpoint
CREATE TABLE "idea_scores" (
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"author" uuid NOT NULL,
	"outcome" text NOT NULL,
	"exit" double precision,
	"exit_at" bigint,
	"is_both" boolean,
	"r" double precision,
	"net_r" double precision,
	"hold_r" double precision,
	"scored_at" bigint NOT NULL,
	CONSTRAINT "idea_scores_chain_seq_pk" PRIMARY KEY("chain","seq"),
	CONSTRAINT "idea_scores_known" CHECK ("idea_scores"."outcome" in ('target', 'stop', 'horizon', 'missing')),
	CONSTRAINT "idea_scores_whole" CHECK (("idea_scores"."outcome" = 'missing') = ("idea_scores"."r" is null) and ("idea_scores"."r" is null) = ("idea_scores"."net_r" is null) and ("idea_scores"."r" is null) = ("idea_scores"."exit" is null))
);
--> statement-breakpoint
CREATE TABLE "idea_standings" (
	"chain" smallint NOT NULL,
	"author" uuid NOT NULL,
	"scored" integer NOT NULL,
	"n" integer NOT NULL,
	"mean" double precision,
	"low" double precision,
	"high" double precision,
	"excess" double precision,
	"is_ranked" boolean NOT NULL,
	CONSTRAINT "idea_standings_chain_author_pk" PRIMARY KEY("chain","author")
);
--> statement-breakpoint
CREATE TABLE "idea_texts" (
	"idea" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"state" text NOT NULL,
	"request_key" text,
	"request_hash" "bytea",
	CONSTRAINT "idea_texts_state_known" CHECK ("idea_texts"."state" in ('shown', 'deleted', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "ideas" (
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"author" uuid NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"entry" double precision NOT NULL,
	"target" double precision NOT NULL,
	"stop" double precision NOT NULL,
	"quote" text NOT NULL,
	"fee_rate" double precision NOT NULL,
	"price_as_of" bigint NOT NULL,
	"posted_at" bigint NOT NULL,
	"starts_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"step_s" integer NOT NULL,
	"made_at" bigint NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "ideas_chain_seq_pk" PRIMARY KEY("chain","seq"),
	CONSTRAINT "ideas_id_unique" UNIQUE("id"),
	CONSTRAINT "ideas_side_known" CHECK ("ideas"."side" in ('long', 'short')),
	CONSTRAINT "ideas_prices_apart" CHECK (case "ideas"."side" when 'long' then "ideas"."stop" < "ideas"."entry" and "ideas"."entry" < "ideas"."target" else "ideas"."target" < "ideas"."entry" and "ideas"."entry" < "ideas"."stop" end and least("ideas"."stop", "ideas"."target") > 0),
	CONSTRAINT "ideas_in_order" CHECK ("ideas"."posted_at" <= "ideas"."starts_at" and "ideas"."starts_at" < "ideas"."due_at")
);
--> statement-breakpoint
CREATE TABLE "social_authors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "social_authors_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "social_follows" (
	"user_id" uuid NOT NULL,
	"author" uuid NOT NULL,
	CONSTRAINT "social_follows_user_id_author_pk" PRIMARY KEY("user_id","author")
);
--> statement-breakpoint
CREATE TABLE "social_names" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_reports" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "social_reports_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "social_views" (
	"user_id" uuid NOT NULL,
	"author" uuid NOT NULL,
	"view" text NOT NULL,
	CONSTRAINT "social_views_user_id_author_pk" PRIMARY KEY("user_id","author"),
	CONSTRAINT "social_views_known" CHECK ("social_views"."view" in ('mute', 'block'))
);
--> statement-breakpoint
ALTER TABLE "idea_addenda" ADD CONSTRAINT "idea_addenda_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_addenda" ADD CONSTRAINT "idea_addenda_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_comments" ADD CONSTRAINT "idea_comments_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_comments" ADD CONSTRAINT "idea_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_likes" ADD CONSTRAINT "idea_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_likes" ADD CONSTRAINT "idea_likes_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_scores" ADD CONSTRAINT "idea_scores_author_social_authors_id_fk" FOREIGN KEY ("author") REFERENCES "public"."social_authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_scores" ADD CONSTRAINT "idea_scores_chain_seq_ideas_chain_seq_fk" FOREIGN KEY ("chain","seq") REFERENCES "public"."ideas"("chain","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_standings" ADD CONSTRAINT "idea_standings_chain_idea_chains_number_fk" FOREIGN KEY ("chain") REFERENCES "public"."idea_chains"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_standings" ADD CONSTRAINT "idea_standings_author_social_authors_id_fk" FOREIGN KEY ("author") REFERENCES "public"."social_authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_texts" ADD CONSTRAINT "idea_texts_idea_ideas_id_fk" FOREIGN KEY ("idea") REFERENCES "public"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idea_texts" ADD CONSTRAINT "idea_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ideas" ADD CONSTRAINT "ideas_chain_idea_chains_number_fk" FOREIGN KEY ("chain") REFERENCES "public"."idea_chains"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ideas" ADD CONSTRAINT "ideas_author_social_authors_id_fk" FOREIGN KEY ("author") REFERENCES "public"."social_authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_authors" ADD CONSTRAINT "social_authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_follows" ADD CONSTRAINT "social_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_follows" ADD CONSTRAINT "social_follows_author_social_authors_id_fk" FOREIGN KEY ("author") REFERENCES "public"."social_authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_names" ADD CONSTRAINT "social_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_reports" ADD CONSTRAINT "social_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_views" ADD CONSTRAINT "social_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_views" ADD CONSTRAINT "social_views_author_social_authors_id_fk" FOREIGN KEY ("author") REFERENCES "public"."social_authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idea_addenda_idea_idx" ON "idea_addenda" USING btree ("idea","number");--> statement-breakpoint
CREATE INDEX "idea_addenda_user_idx" ON "idea_addenda" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idea_chains_source_key" ON "idea_chains" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idea_comments_number_key" ON "idea_comments" USING btree ("number");--> statement-breakpoint
CREATE INDEX "idea_comments_idea_idx" ON "idea_comments" USING btree ("idea","number");--> statement-breakpoint
CREATE INDEX "idea_comments_user_idx" ON "idea_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "idea_likes_idea_idx" ON "idea_likes" USING btree ("idea");--> statement-breakpoint
CREATE INDEX "idea_scores_author_idx" ON "idea_scores" USING btree ("author");--> statement-breakpoint
CREATE INDEX "idea_standings_author_idx" ON "idea_standings" USING btree ("author");--> statement-breakpoint
CREATE INDEX "idea_standings_rank_idx" ON "idea_standings" USING btree ("chain","low" DESC NULLS LAST,"author") WHERE "idea_standings"."is_ranked";--> statement-breakpoint
CREATE UNIQUE INDEX "idea_texts_request_key" ON "idea_texts" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "ideas_author_idx" ON "ideas" USING btree ("author","chain","seq");--> statement-breakpoint
CREATE INDEX "ideas_symbol_idx" ON "ideas" USING btree ("chain","symbol","seq");--> statement-breakpoint
CREATE INDEX "ideas_due_idx" ON "ideas" USING btree ("chain","due_at");--> statement-breakpoint
CREATE INDEX "social_follows_author_idx" ON "social_follows" USING btree ("author");--> statement-breakpoint
CREATE UNIQUE INDEX "social_names_folded_key" ON "social_names" USING btree ("folded");--> statement-breakpoint
CREATE UNIQUE INDEX "social_reports_once" ON "social_reports" USING btree ("user_id","target");--> statement-breakpoint
CREATE INDEX "social_reports_open_idx" ON "social_reports" USING btree ("number") WHERE "social_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "social_views_author_idx" ON "social_views" USING btree ("author");
--> statement-breakpoint
-- by hand
CREATE TRIGGER ideas_are_final BEFORE UPDATE OR DELETE ON ideas FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ideas_stay BEFORE TRUNCATE ON ideas FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER idea_scores_are_final BEFORE UPDATE OR DELETE ON idea_scores FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER idea_scores_stay BEFORE TRUNCATE ON idea_scores FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER idea_chains_keep_source BEFORE UPDATE OF number, source_id, source_kind OR DELETE ON idea_chains FOR EACH ROW EXECUTE FUNCTION refuse_change();
