DROP TRIGGER author_letters_inserted;--> statement-breakpoint
DROP TRIGGER author_letters_deleted;--> statement-breakpoint
DROP TRIGGER author_letters_updated;--> statement-breakpoint
DROP INDEX `authors_list_name`;--> statement-breakpoint
DROP INDEX `authors_claimed_name`;--> statement-breakpoint
ALTER TABLE `author_names` ADD `slug` text;--> statement-breakpoint
CREATE INDEX `author_names_slug` ON `author_names` (`slug`) WHERE slug is not null;--> statement-breakpoint
ALTER TABLE `author_sources` ADD `name` text;--> statement-breakpoint
ALTER TABLE `author_sources` ADD `family` text;--> statement-breakpoint
ALTER TABLE `source_names` ADD `person_name` text;--> statement-breakpoint
ALTER TABLE `source_names` ADD `person_family` text;--> statement-breakpoint
ALTER TABLE `authorships` ADD `family` text;--> statement-breakpoint
ALTER TABLE `authors` ADD `family` text;--> statement-breakpoint
ALTER TABLE `authors` ADD `created_name` text;--> statement-breakpoint
UPDATE authors SET created_name = coalesce(source_name, name) WHERE listed_as IS NULL;--> statement-breakpoint
ALTER TABLE `authors` RENAME COLUMN `list_name` TO `former_list_name`;--> statement-breakpoint
ALTER TABLE `authors` ADD `list_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Two spaces now separate the family name, which was one word.
UPDATE authors SET list_name = CASE WHEN kind = 'organisation' OR instr(sort_name, ',') > 0 OR instr(former_list_name, ' ') = 0 THEN former_list_name
  ELSE substr(former_list_name, 1, instr(former_list_name, ' ')) || substr(former_list_name, instr(former_list_name, ' ')) END;--> statement-breakpoint
ALTER TABLE `authors` DROP COLUMN `former_list_name`;--> statement-breakpoint
CREATE INDEX `authors_list_name` ON `authors` (`list_name`,`key`,`kind`) WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX `authors_claimed_name` ON `authors` (`list_name`,`key`,`kind`) WHERE visibility = 'visible' and merged_into is null and works_count > 0 and claim_state = 'claimed';--> statement-breakpoint
CREATE TRIGGER author_letters_inserted AFTER INSERT ON authors WHEN new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0 BEGIN
  INSERT INTO author_letters (kind, letter, claimed, count) SELECT new.kind, substr(new.list_name, 1, 1), new.claim_state = 'claimed', 1 WHERE true
    ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER author_letters_deleted AFTER DELETE ON authors WHEN old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0 BEGIN
  UPDATE author_letters SET count = count - 1
    WHERE kind = old.kind AND letter = substr(old.list_name, 1, 1) AND claimed = (old.claim_state = 'claimed');
  DELETE FROM author_letters WHERE count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER author_letters_updated AFTER UPDATE OF visibility, merged_into, works_count, claim_state, kind, list_name ON authors
  WHEN (old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0) IS NOT (new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0) OR old.kind <> new.kind OR (old.claim_state = 'claimed') <> (new.claim_state = 'claimed')
  OR substr(old.list_name, 1, 1) <> substr(new.list_name, 1, 1) BEGIN
  UPDATE author_letters SET count = count - 1
    WHERE kind = old.kind AND letter = substr(old.list_name, 1, 1) AND claimed = (old.claim_state = 'claimed') AND old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0;
  DELETE FROM author_letters WHERE count = 0;
  INSERT INTO author_letters (kind, letter, claimed, count) SELECT new.kind, substr(new.list_name, 1, 1), new.claim_state = 'claimed', 1 WHERE new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0
    ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + 1;
END;
--> statement-breakpoint
-- The family names that sources state are in their records.
CREATE TABLE stated_families (key integer PRIMARY KEY, family text NOT NULL);
--> statement-breakpoint
INSERT OR IGNORE INTO stated_families SELECT a.key, json_extract(n.value, '$.family')
  FROM work_sources s CROSS JOIN source_records r ON r.key = s.record_key CROSS JOIN json_each(r.payload, '$.authors') n
  CROSS JOIN authorships a ON a.work_key = s.work_key AND a.position = n.key + 1
  WHERE a.source = s.source AND json_extract(n.value, '$.family') <> '' AND json_extract(n.value, '$.name') = a.name_as_written;
--> statement-breakpoint
UPDATE authorships SET family = (SELECT f.family FROM stated_families f WHERE f.key = authorships.key);
--> statement-breakpoint
DROP TABLE stated_families;
--> statement-breakpoint
-- A list of people names each first as its editors have chosen.
CREATE TABLE chosen_names (source text, record_id text, name text, family text, PRIMARY KEY (source, record_id));
--> statement-breakpoint
INSERT OR IGNORE INTO chosen_names SELECT source, record_id, trim(replace(name, '|', ' ')), substr(name, instr(name, '|') + 1) FROM source_names
  WHERE reason = 'curated_variant' AND record_id NOT LIKE '%/unverified' AND instr(name, '|') > 0 ORDER BY rowid;
--> statement-breakpoint
INSERT OR REPLACE INTO chosen_names SELECT 'openalex', json_extract(n.value, '$.personId'), json_extract(n.value, '$.knownAs'), NULL
  FROM source_records r CROSS JOIN json_each(r.payload, '$.authors') n
  WHERE r.source = 'openalex' AND r.kind = 'work' AND json_extract(n.value, '$.knownAs') <> '' ORDER BY r.key;
--> statement-breakpoint
UPDATE source_names SET (person_name, person_family) =
  (SELECT c.name, c.family FROM chosen_names c WHERE c.source = source_names.source AND c.record_id = source_names.record_id)
  WHERE reason = 'curated_variant';
--> statement-breakpoint
UPDATE author_sources SET (name, family) =
  (SELECT c.name, c.family FROM chosen_names c WHERE c.source = author_sources.source AND c.record_id = author_sources.record_id);
--> statement-breakpoint
DROP TABLE chosen_names;
--> statement-breakpoint
UPDATE author_names SET slug = substr(name_key, 1, 80) WHERE author_key NOT IN (SELECT author_key FROM authorships WHERE source = 'owner');
--> statement-breakpoint
-- Names, addresses and places in lists that change are computed by the next refresh.
UPDATE authors SET stale = 1 WHERE merged_into IS NULL AND (list_name < 'a' OR list_name >= '{' OR list_name GLOB '*[^ -~]*' OR instr(list_name, '''') > 0
  OR key IN (SELECT author_key FROM author_sources WHERE name IS NOT NULL)
  OR key IN (SELECT author_key FROM author_names WHERE name_key GLOB '*[^a-z0-9-]*' OR slug IS NULL)
  OR key IN (SELECT author_key FROM author_names GROUP BY author_key HAVING count(*) > 1)
  OR key IN (SELECT author_key FROM authorships WHERE family IS NOT NULL AND (instr(family, ' ') > 0 OR name_as_written NOT LIKE '% ' || family)));
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'shownnames', 'refresh-authors', '{}', 'waiting', 'refresh-authors', unixepoch() * 1000, 0, unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM authors WHERE stale) ON CONFLICT DO NOTHING;
