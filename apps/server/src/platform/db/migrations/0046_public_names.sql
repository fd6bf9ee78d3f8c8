-- Each user has one public name: the one of Social is also the leader's, unless a leader without one looks like it. Names may be swapped,
-- so the index returns afterwards.
DROP INDEX "copy_leaders_name_key";--> statement-breakpoint
WITH RECURSIVE leaders AS (
  SELECT l.user_id, translate(regexp_replace(lower(l.name), '[ ._-]', '', 'g'), '01i', 'oll') AS folded, s.name, s.folded AS social_folded
  FROM copy_leaders l LEFT JOIN social_names s USING (user_id)
), kept AS (
  SELECT user_id, folded FROM leaders WHERE name IS NULL
  UNION
  SELECT l.user_id, l.folded FROM leaders l JOIN kept k ON k.folded = l.social_folded
)
UPDATE copy_leaders l SET name = n.name FROM leaders n
WHERE n.user_id = l.user_id AND n.name IS NOT NULL AND l.user_id NOT IN (SELECT user_id FROM kept);--> statement-breakpoint
CREATE UNIQUE INDEX "copy_leaders_name_key" ON "copy_leaders" USING btree (lower("name"));--> statement-breakpoint
-- Leaders whose name somebody has in Social keep it until they save another.
INSERT INTO social_names (user_id, name, folded)
SELECT user_id, name, translate(regexp_replace(lower(name), '[ ._-]', '', 'g'), '01i', 'oll') FROM copy_leaders ORDER BY created_at, id
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO social_authors (user_id, id, created_at) SELECT user_id, gen_random_uuid(), now() FROM social_names
ON CONFLICT (user_id) DO NOTHING;
