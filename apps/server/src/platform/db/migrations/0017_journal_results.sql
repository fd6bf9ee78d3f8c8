-- by hand
-- Closed trips are final. These two corrections are made once: what the insurance paid after a liquidation was missing in a result, and a trip
-- of an account that was reset was told as open.
ALTER TABLE journal_trips DISABLE TRIGGER journal_trips_are_final;
--> statement-breakpoint
UPDATE journal_trips t SET
  gross = trim_scale(t.gross + p.micro / 1000000),
  net = trim_scale(t.net + p.micro / 1000000),
  r = CASE WHEN t.risk > 0 THEN (t.net * 1000000 + p.micro)::double precision / (t.risk * 1000000)::double precision END,
  body = jsonb_set(
    jsonb_set(t.body, '{trip,gross,#}', to_jsonb(((t.body #>> '{trip,gross,#}')::numeric + p.micro)::text)),
    '{trip,net,#}', to_jsonb(((t.body #>> '{trip,net,#}')::numeric + p.micro)::text))
FROM (
  SELECT closed.id, sum((e.payload #>> '{amount,#}')::numeric) AS micro
  FROM trading_events e
  JOIN journal_accounts a ON a.account_id = e.account_id AND a.seq >= e.seq
  CROSS JOIN LATERAL (
    SELECT id FROM journal_trips WHERE account_id = e.account_id AND closed_at IS NOT NULL AND last_seq < e.seq ORDER BY last_seq DESC LIMIT 1
  ) closed
  WHERE e.kind = 'insured' GROUP BY closed.id
) p
WHERE t.id = p.id;
--> statement-breakpoint
UPDATE journal_trips t SET closed_at = greatest(a.closed_at, t.opened_at), money_reason = 'account_reset'
FROM trading_accounts a WHERE a.id = t.account_id AND a.closed_at IS NOT NULL AND t.closed_at IS NULL;
--> statement-breakpoint
ALTER TABLE journal_trips ENABLE TRIGGER journal_trips_are_final;
