CREATE TABLE "lesson_answers" (
	"user_id" uuid NOT NULL,
	"lesson" text NOT NULL,
	"question" text NOT NULL,
	"choice" text NOT NULL,
	"is_right" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"right_at" timestamp (3) with time zone,
	"tries" integer NOT NULL,
	"request_key" text,
	"due_at" bigint,
	"stability" double precision,
	"difficulty" double precision,
	"reps" integer,
	"lapses" integer,
	"reviewed_at" bigint,
	CONSTRAINT "lesson_answers_user_id_lesson_question_pk" PRIMARY KEY("user_id","lesson","question"),
	CONSTRAINT "lesson_answers_whole_card" CHECK (num_nonnulls("lesson_answers"."due_at", "lesson_answers"."stability", "lesson_answers"."difficulty", "lesson_answers"."reps", "lesson_answers"."lapses", "lesson_answers"."reviewed_at") in (0, 6))
);
--> statement-breakpoint
CREATE TABLE "lesson_tasks" (
	"user_id" uuid NOT NULL,
	"lesson" text NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lesson_tasks_user_id_lesson_pk" PRIMARY KEY("user_id","lesson")
);
--> statement-breakpoint
ALTER TABLE "lesson_answers" ADD CONSTRAINT "lesson_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_tasks" ADD CONSTRAINT "lesson_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_answers_due_idx" ON "lesson_answers" USING btree ("user_id","due_at") WHERE "lesson_answers"."due_at" is not null;