CREATE TABLE "forecast_fans" (
	"chain" smallint NOT NULL,
	"symbol" text NOT NULL,
	"issued_at" bigint NOT NULL,
	"anchor" double precision NOT NULL,
	"quote" text NOT NULL,
	"model" text NOT NULL,
	"candles" integer NOT NULL,
	"quantiles" double precision[] NOT NULL,
	CONSTRAINT "forecast_fans_chain_symbol_pk" PRIMARY KEY("chain","symbol"),
	CONSTRAINT "forecast_fans_anchor_positive" CHECK ("forecast_fans"."anchor" > 0),
	CONSTRAINT "forecast_fans_whole" CHECK (cardinality("forecast_fans"."quantiles") = 504)
);
--> statement-breakpoint
DROP INDEX "forecast_chains_source_key";--> statement-breakpoint
ALTER TABLE "forecast_chains" ADD COLUMN "series" text DEFAULT 'hourly' NOT NULL;--> statement-breakpoint
ALTER TABLE "forecast_fans" ADD CONSTRAINT "forecast_fans_chain_forecast_chains_number_fk" FOREIGN KEY ("chain") REFERENCES "public"."forecast_chains"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "forecast_chains_source_series_key" ON "forecast_chains" USING btree ("source_id","series");--> statement-breakpoint
ALTER TABLE "forecast_chains" ADD CONSTRAINT "forecast_chains_series_known" CHECK ("forecast_chains"."series" in ('hourly', 'now'));--> statement-breakpoint
DROP TRIGGER forecast_chains_keep_source ON forecast_chains;
--> statement-breakpoint
CREATE TRIGGER forecast_chains_keep_source BEFORE UPDATE OF number, source_id, source_kind, series OR DELETE ON forecast_chains FOR EACH ROW EXECUTE FUNCTION refuse_change();
