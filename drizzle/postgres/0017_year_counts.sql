ALTER TABLE "authors" ADD COLUMN "year_counts" json;
--> statement-breakpoint
UPDATE authors SET year_counts = counted.years FROM (
    SELECT author_key, json_object_agg(year, works ORDER BY year) AS years FROM (
      SELECT a.author_key, w.year, count(DISTINCT w.key) AS works FROM authorships a JOIN works w ON w.key = a.work_key
      WHERE a.state <> 'not_mine' AND w.year IS NOT NULL GROUP BY a.author_key, w.year) AS one GROUP BY author_key) AS counted
  WHERE counted.author_key = authors.key AND coalesce(cast(privacy AS text), '') NOT LIKE '%"years"%';
