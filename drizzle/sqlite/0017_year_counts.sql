ALTER TABLE `authors` ADD `year_counts` text;
--> statement-breakpoint
UPDATE authors SET year_counts = (SELECT json_group_object(cast(year AS text), works) FROM (
    SELECT w.year AS year, count(DISTINCT w.key) AS works FROM authorships a JOIN works w ON w.key = a.work_key
    WHERE a.author_key = authors.key AND a.state <> 'not_mine' AND w.year IS NOT NULL GROUP BY w.year))
  WHERE coalesce(privacy, '') NOT LIKE '%"years"%';
