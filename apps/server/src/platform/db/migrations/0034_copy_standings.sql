CREATE TABLE "copy_standings" (
	"source_id" text NOT NULL,
	"leader_id" uuid NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"realised" numeric DEFAULT '0' NOT NULL,
	"allocated" numeric DEFAULT '0' NOT NULL,
	"result" numeric GENERATED ALWAYS AS (case when closed >= 3 then realised / allocated else '-Infinity'::numeric end) STORED NOT NULL,
	CONSTRAINT "copy_standings_source_id_leader_id_pk" PRIMARY KEY("source_id","leader_id")
);
--> statement-breakpoint
CREATE INDEX "copy_standings_board_idx" ON "copy_standings" USING btree ("source_id","result","followers","leader_id");--> statement-breakpoint
CREATE INDEX "copies_standing_idx" ON "copies" USING btree ("leader_id","source_id");--> statement-breakpoint
CREATE INDEX "copy_leaders_board_idx" ON "copy_leaders" USING btree ("created_at","id");--> statement-breakpoint
-- A standing is what its copies say, at every commit. Locked first: the statement after it sees what others have committed of this leader.
CREATE FUNCTION recount_copy_standing(source text, leader uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO copy_standings AS s (source_id, leader_id) VALUES (source, leader)
    ON CONFLICT (source_id, leader_id) DO UPDATE SET followers = s.followers;
  UPDATE copy_standings s
    SET followers = c.followers, closed = c.closed, realised = c.realised, allocated = c.allocated
    FROM (
      SELECT count(*) FILTER (WHERE state <> 'stopped') AS followers,
        count(DISTINCT user_id) FILTER (WHERE fills > 1) AS closed,
        coalesce(sum(realised) FILTER (WHERE fills > 1), 0) AS realised,
        coalesce(sum(allocation) FILTER (WHERE fills > 1), 0) AS allocated
      FROM copies WHERE leader_id = leader AND source_id = source
    ) c
    WHERE s.source_id = source AND s.leader_id = leader;
  DELETE FROM copy_standings
    WHERE source_id = source AND leader_id = leader
      AND NOT EXISTS (SELECT FROM copies WHERE leader_id = leader AND source_id = source);
END
$$;
--> statement-breakpoint
CREATE FUNCTION copies_recount_standings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_copy_standing(source_id, leader_id)
    FROM (SELECT DISTINCT source_id, leader_id FROM touched ORDER BY source_id, leader_id) one;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The way of every copied trade: sums move by what changed. Copies of a leader are counted again only when one has closed its first trade.
CREATE FUNCTION copies_move_standings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    SELECT n.source_id, n.leader_id,
      bool_or((n.fills > 1) <> (o.fills > 1) OR n.allocation <> o.allocation) AS is_counted,
      sum((n.state <> 'stopped')::int - (o.state <> 'stopped')::int) AS followers,
      coalesce(sum(n.realised - o.realised) FILTER (WHERE n.fills > 1), 0) AS realised
    FROM written n JOIN before o ON o.id = n.id
    WHERE (n.realised, n.allocation, n.fills > 1, n.state <> 'stopped') IS DISTINCT FROM (o.realised, o.allocation, o.fills > 1, o.state <> 'stopped')
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
--> statement-breakpoint
CREATE TRIGGER copies_begin_in_standings AFTER INSERT ON copies REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION copies_recount_standings();
--> statement-breakpoint
CREATE TRIGGER copies_leave_standings AFTER DELETE ON copies REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION copies_recount_standings();
--> statement-breakpoint
CREATE TRIGGER copies_move_in_standings AFTER UPDATE ON copies REFERENCING OLD TABLE AS before NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION copies_move_standings();
--> statement-breakpoint
INSERT INTO copy_standings (source_id, leader_id, followers, closed, realised, allocated)
  SELECT source_id, leader_id, count(*) FILTER (WHERE state <> 'stopped'), count(DISTINCT user_id) FILTER (WHERE fills > 1),
    coalesce(sum(realised) FILTER (WHERE fills > 1), 0), coalesce(sum(allocation) FILTER (WHERE fills > 1), 0)
  FROM copies GROUP BY source_id, leader_id;
