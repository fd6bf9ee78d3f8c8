CREATE TABLE "operator_log" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_log_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"system_user" text NOT NULL,
	"by_name" text,
	"command" text NOT NULL,
	"user_id" uuid,
	"user_email" text,
	"parameters" jsonb NOT NULL,
	CONSTRAINT "operator_log_user_whole" CHECK (("operator_log"."user_id" is null) = ("operator_log"."user_email" is null))
);
--> statement-breakpoint
CREATE INDEX "operator_log_user_idx" ON "operator_log" USING btree ("user_email","number");--> statement-breakpoint
-- by hand
CREATE TRIGGER operator_log_is_final BEFORE UPDATE OR DELETE ON operator_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER operator_log_stays BEFORE TRUNCATE ON operator_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
