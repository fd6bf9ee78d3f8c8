ALTER TABLE "copies" ADD COLUMN "closes" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Until now whatever had traded more than once was taken to have closed something; standings stay as they are.
UPDATE "copies" SET "closes" = 1 WHERE "fills" > 1;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recount_copy_standing(source text, leader uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO copy_standings AS s (source_id, leader_id) VALUES (source, leader)
    ON CONFLICT (source_id, leader_id) DO UPDATE SET followers = s.followers;
  UPDATE copy_standings s
    SET followers = c.followers, closed = c.closed, realised = c.realised, allocated = c.allocated
    FROM (
      SELECT count(*) FILTER (WHERE state <> 'stopped') AS followers,
        count(DISTINCT user_id) FILTER (WHERE closes > 0) AS closed,
        coalesce(sum(realised) FILTER (WHERE closes > 0), 0) AS realised,
        coalesce(sum(allocation) FILTER (WHERE closes > 0), 0) AS allocated
      FROM copies WHERE leader_id = leader AND source_id = source
    ) c
    WHERE s.source_id = source AND s.leader_id = leader;
  DELETE FROM copy_standings
    WHERE source_id = source AND leader_id = leader
      AND NOT EXISTS (SELECT FROM copies WHERE leader_id = leader AND source_id = source);
END
$$;
--> statement-breakpoint
-- As before, by what was closed.
CREATE OR REPLACE FUNCTION copies_move_standings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    SELECT n.source_id, n.leader_id,
      bool_or((n.closes > 0) <> (o.closes > 0) OR n.allocation <> o.allocation) AS is_counted,
      sum((n.state <> 'stopped')::int - (o.state <> 'stopped')::int) AS followers,
      coalesce(sum(n.realised - o.realised) FILTER (WHERE n.closes > 0), 0) AS realised
    FROM written n JOIN before o ON o.id = n.id
    WHERE (n.realised, n.allocation, n.closes > 0, n.state <> 'stopped') IS DISTINCT FROM (o.realised, o.allocation, o.closes > 0, o.state <> 'stopped')
    GROUP BY n.source_id, n.leader_id ORDER BY n.source_id, n.leader_id
  LOOP
    IF NOT moved.is_counted THEN
      UPDATE copy_standings s SET followers = s.followers + moved.followers, realised = s.realised + moved.realised
        WHERE s.source_id = moved.source_id AND s.leader_id = moved.leader_id;
    END IF;
    IF moved.is_counted OR NOT FOUND THEN
      PERFORM recount_copy_standing(moved.source_id, moved.leader_id);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
