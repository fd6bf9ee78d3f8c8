CREATE TABLE "funding_premiums" (
	"source_id" text NOT NULL,
	"symbol" text NOT NULL,
	"hours" jsonb NOT NULL,
	CONSTRAINT "funding_premiums_source_id_symbol_pk" PRIMARY KEY("source_id","symbol")
);
