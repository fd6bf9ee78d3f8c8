CREATE TABLE "forecast_chains" (
	"number" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forecast_chains_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"source_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"length" bigint DEFAULT 0 NOT NULL,
	"head" "bytea" NOT NULL,
	CONSTRAINT "forecast_chains_kind_known" CHECK ("forecast_chains"."source_kind" in ('live', 'sim', 'replay'))
);
--> statement-breakpoint
CREATE TABLE "forecast_scores" (
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"state" text NOT NULL,
	"scored_at" bigint NOT NULL,
	"outcome" double precision,
	"crps" double precision,
	"tail_pinball" double precision,
	"median_error" double precision,
	"width_80" double precision,
	"pit" double precision,
	"is_in_50" boolean,
	"is_in_80" boolean,
	"is_in_95" boolean,
	"baseline_crps" double precision,
	"baseline_tail_pinball" double precision,
	"baseline_median_error" double precision,
	"baseline_width_80" double precision,
	CONSTRAINT "forecast_scores_chain_seq_pk" PRIMARY KEY("chain","seq"),
	CONSTRAINT "forecast_scores_whole" CHECK (("forecast_scores"."state" = 'scored') = ("forecast_scores"."outcome" is not null and "forecast_scores"."crps" is not null))
);
--> statement-breakpoint
CREATE TABLE "forecasts" (
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"symbol" text NOT NULL,
	"hours" smallint NOT NULL,
	"issued_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"made_at" bigint NOT NULL,
	"anchor" double precision NOT NULL,
	"quote" text NOT NULL,
	"model" text NOT NULL,
	"candles" integer NOT NULL,
	"quantiles" double precision[] NOT NULL,
	"baseline" double precision[] NOT NULL,
	"prev_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "forecasts_chain_seq_pk" PRIMARY KEY("chain","seq"),
	CONSTRAINT "forecasts_hours_in_range" CHECK ("forecasts"."hours" between 1 and 24),
	CONSTRAINT "forecasts_due_after_hours" CHECK ("forecasts"."due_at" = "forecasts"."issued_at" + "forecasts"."hours" * 3600000),
	CONSTRAINT "forecasts_never_back_dated" CHECK ("forecasts"."made_at" >= "forecasts"."issued_at" and "forecasts"."made_at" < "forecasts"."due_at"),
	CONSTRAINT "forecasts_anchor_positive" CHECK ("forecasts"."anchor" > 0),
	CONSTRAINT "forecasts_whole" CHECK (cardinality("forecasts"."quantiles") = 21 and cardinality("forecasts"."baseline") = 21)
);
--> statement-breakpoint
ALTER TABLE "forecast_scores" ADD CONSTRAINT "forecast_scores_chain_seq_forecasts_chain_seq_fk" FOREIGN KEY ("chain","seq") REFERENCES "public"."forecasts"("chain","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_chain_forecast_chains_number_fk" FOREIGN KEY ("chain") REFERENCES "public"."forecast_chains"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "forecast_chains_source_key" ON "forecast_chains" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "forecasts_once" ON "forecasts" USING btree ("chain","symbol","hours","issued_at");--> statement-breakpoint
CREATE INDEX "forecasts_due_idx" ON "forecasts" USING btree ("chain","due_at");--> statement-breakpoint
-- What has been issued or scored is final: also for the operator, as long as the triggers stand. The hash chain finds the rest.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are final', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER forecasts_are_final BEFORE UPDATE OR DELETE ON forecasts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER forecasts_stay BEFORE TRUNCATE ON forecasts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER forecast_scores_are_final BEFORE UPDATE OR DELETE ON forecast_scores FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER forecast_scores_stay BEFORE TRUNCATE ON forecast_scores FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER forecast_chains_keep_source BEFORE UPDATE OF number, source_id, source_kind OR DELETE ON forecast_chains FOR EACH ROW EXECUTE FUNCTION refuse_change();
