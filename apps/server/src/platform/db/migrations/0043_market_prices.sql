-- A coin's prices from one venue. The numbers stand in the arrays of market_prices.
CREATE TABLE market_series (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source smallint NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  venue text NOT NULL,
  quote text NOT NULL,
  UNIQUE (source, symbol, venue, quote)
);
--> statement-breakpoint
-- The newest price of every coin, every few seconds: one row instead of one for each coin. A price is of the time "at" less its age (both
-- in milliseconds). Partitioned by day, kept for a few days.
CREATE TABLE market_prices (
  source smallint NOT NULL,
  at bigint NOT NULL,
  series integer[] NOT NULL,
  prices double precision[] NOT NULL,
  ages integer[] NOT NULL,
  PRIMARY KEY (source, at)
) PARTITION BY RANGE (at);
--> statement-breakpoint
INSERT INTO market_series (source, symbol, venue, quote) SELECT DISTINCT source, symbol, venue, quote FROM market_ticks;
--> statement-breakpoint
DO $$
DECLARE day bigint;
BEGIN
  FOR day IN
    SELECT DISTINCT at / 86400000 FROM (
      SELECT as_of AS at FROM market_ticks UNION ALL (SELECT max(as_of) + 1 FROM market_ticks GROUP BY source)
    ) times
  LOOP
    EXECUTE format(
      'CREATE TABLE market_prices_%s PARTITION OF market_prices FOR VALUES FROM (%s) TO (%s)',
      to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYY_MM_DD'), day * 86400000, (day + 1) * 86400000
    );
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO market_prices (source, at, series, prices, ages)
SELECT source, at, array_agg(number), array_agg(price), array_agg(at - as_of) FROM (
  SELECT t.source, t.price, t.as_of, s.number, max(t.as_of) OVER (PARTITION BY t.source, t.as_of / 5000) AS at
  FROM market_ticks t JOIN market_series s USING (source, symbol, venue, quote)
) ticks GROUP BY source, at;
--> statement-breakpoint
-- The newest row of a source holds all of its coins.
INSERT INTO market_prices (source, at, series, prices, ages)
SELECT source, at, array_agg(number), array_agg(price), array_agg(at - as_of) FROM (
  SELECT DISTINCT ON (t.source, t.symbol) t.source, t.price, t.as_of, s.number, max(t.as_of) OVER (PARTITION BY t.source) + 1 AS at
  FROM market_ticks t JOIN market_series s USING (source, symbol, venue, quote)
  ORDER BY t.source, t.symbol, t.as_of DESC
) ticks WHERE as_of > at - 259200000 GROUP BY source, at;
--> statement-breakpoint
DROP TABLE market_ticks;
