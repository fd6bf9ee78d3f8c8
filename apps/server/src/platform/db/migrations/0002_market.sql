-- Where a series comes from (`sim:<seed>`, `live:<exchange>`, `replay:<fingerprint>`) as a small number, so that rows stay narrow.
CREATE TABLE market_sources (
  number smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE
);
--> statement-breakpoint
-- Closed candles of the base intervals (60 and 3600 seconds), open_time in seconds since the epoch. Partitioned by
-- interval, then by calendar month (minutes) or year (hours); the server makes the partitions before it writes. The
-- key carries the whole row, so that a read of one coin's candles touches the index alone. No foreign key: its check
-- would be paid for by each of millions of rows, and source numbers are never deleted.
CREATE TABLE candles (
  source smallint NOT NULL,
  interval_s smallint NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  open_time bigint NOT NULL,
  open double precision NOT NULL,
  high double precision NOT NULL,
  low double precision NOT NULL,
  close double precision NOT NULL,
  volume double precision NOT NULL,
  PRIMARY KEY (source, symbol, interval_s, open_time) INCLUDE (open, high, low, close, volume)
) PARTITION BY LIST (interval_s);
--> statement-breakpoint
CREATE TABLE candles_60 PARTITION OF candles FOR VALUES IN (60) PARTITION BY RANGE (open_time);
--> statement-breakpoint
CREATE TABLE candles_3600 PARTITION OF candles FOR VALUES IN (3600) PARTITION BY RANGE (open_time);
--> statement-breakpoint
-- What has been fetched of each series: every candle that exists in [from_s, to_s) is stored; holes inside are real holes.
CREATE TABLE candle_spans (
  source smallint NOT NULL REFERENCES market_sources (number),
  interval_s smallint NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  from_s bigint NOT NULL,
  to_s bigint NOT NULL,
  PRIMARY KEY (source, symbol, interval_s),
  CONSTRAINT candle_spans_in_order CHECK (from_s <= to_s)
);
--> statement-breakpoint
-- The newest price of each coin every few seconds, as_of in milliseconds. Partitioned by day, kept for a few days.
CREATE TABLE market_ticks (
  source smallint NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  as_of bigint NOT NULL,
  price double precision NOT NULL,
  venue text NOT NULL,
  quote text NOT NULL,
  PRIMARY KEY (source, symbol, as_of)
) PARTITION BY RANGE (as_of);
