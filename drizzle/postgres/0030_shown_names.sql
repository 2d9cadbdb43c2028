ALTER TABLE "authors" ALTER COLUMN "list_name" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "authors" ALTER COLUMN "list_name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "author_names" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "author_sources" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "author_sources" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "created_name" text;--> statement-breakpoint
UPDATE authors SET created_name = coalesce(source_name, name) WHERE listed_as IS NULL;--> statement-breakpoint
ALTER TABLE "source_names" ADD COLUMN "person_name" text;--> statement-breakpoint
ALTER TABLE "source_names" ADD COLUMN "person_family" text;--> statement-breakpoint
ALTER TABLE "authorships" ADD COLUMN "family" text;--> statement-breakpoint
CREATE INDEX "author_names_slug" ON "author_names" USING btree ("slug") WHERE slug is not null;--> statement-breakpoint
-- Two spaces now separate the family name, which was one word.
UPDATE authors SET list_name = CASE WHEN list_name IS NULL THEN '' WHEN kind = 'organisation' OR sort_name LIKE '%,%' THEN list_name
  ELSE regexp_replace(list_name, ' ', '  ') END;
--> statement-breakpoint
ALTER TABLE "authors" ALTER COLUMN "list_name" SET NOT NULL;
--> statement-breakpoint
-- The family names that sources state are in their records.
UPDATE authorships SET family = n.value ->> 'family'
  FROM work_sources s JOIN source_records r ON r.key = s.record_key,
    json_array_elements(CASE WHEN json_typeof(r.payload -> 'authors') = 'array' THEN r.payload -> 'authors' ELSE '[]' END) WITH ORDINALITY AS n(value, at)
  WHERE authorships.work_key = s.work_key AND authorships.position = n.at AND authorships.source = s.source
    AND n.value ->> 'family' <> '' AND n.value ->> 'name' = authorships.name_as_written;
--> statement-breakpoint
-- A list of people names each first as its editors have chosen.
UPDATE source_names SET person_name = trim(replace(chosen.name, '|', ' ')), person_family = split_part(chosen.name, '|', 2) FROM (
  SELECT DISTINCT ON (source, record_id) source, record_id, name FROM source_names
  WHERE reason = 'curated_variant' AND record_id NOT LIKE '%/unverified' AND name LIKE '%|%' ORDER BY source, record_id, ctid
) AS chosen WHERE chosen.source = source_names.source AND chosen.record_id = source_names.record_id AND source_names.reason = 'curated_variant';
--> statement-breakpoint
UPDATE author_sources SET name = n.person_name, family = n.person_family FROM source_names n
  WHERE n.source = author_sources.source AND n.record_id = author_sources.record_id AND n.person_name IS NOT NULL;
--> statement-breakpoint
UPDATE author_sources SET name = known.name FROM (
  SELECT DISTINCT ON (n.value ->> 'personId') n.value ->> 'personId' AS id, n.value ->> 'knownAs' AS name
  FROM source_records r, json_array_elements(CASE WHEN json_typeof(r.payload -> 'authors') = 'array' THEN r.payload -> 'authors' ELSE '[]' END) AS n(value)
  WHERE r.source = 'openalex' AND r.kind = 'work' AND n.value ->> 'knownAs' <> '' ORDER BY 1, r.key DESC
) AS known WHERE author_sources.source = 'openalex' AND known.id = author_sources.record_id;
--> statement-breakpoint
UPDATE author_names SET slug = substr(name_key, 1, 80) WHERE author_key NOT IN (SELECT author_key FROM authorships WHERE source = 'owner');
--> statement-breakpoint
-- Names, addresses and places in lists that change are computed by the next refresh.
UPDATE authors SET stale = true WHERE merged_into IS NULL AND (list_name !~ '^[a-z][ -~]*$' OR list_name LIKE '%''%'
  OR key IN (SELECT author_key FROM author_sources WHERE name IS NOT NULL)
  OR key IN (SELECT author_key FROM author_names WHERE name_key !~ '^[a-z0-9-]*$' OR slug IS NULL)
  OR key IN (SELECT author_key FROM author_names GROUP BY author_key HAVING count(*) > 1)
  OR key IN (SELECT author_key FROM authorships WHERE family IS NOT NULL AND (family LIKE '% %' OR name_as_written NOT LIKE '% ' || family)));
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'shownnames', 'refresh-authors', '{}', 'waiting', 'refresh-authors', now(), 0, now()
  WHERE EXISTS (SELECT 1 FROM authors WHERE stale) ON CONFLICT DO NOTHING;
