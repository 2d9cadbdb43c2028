-- Found by its whole key alone: one tree instead of a table and an index.
CREATE TABLE `search_words` (
	`form` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`form`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `authors_suppressed` ON `authors` (`key`) WHERE visibility = 'suppressed';
--> statement-breakpoint
-- People are found by other ways to write their names too, which stand in the body; longer prefixes serve what is being typed.
DROP TABLE search_people;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_people USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3 4 5', detail=column);
--> statement-breakpoint
INSERT INTO search_people(rowid, title, body) SELECT number, title, body FROM search_documents WHERE kind = 'author';
--> statement-breakpoint
DROP TRIGGER search_people_inserted;
--> statement-breakpoint
DROP TRIGGER search_people_deleted;
--> statement-breakpoint
DROP TRIGGER search_people_updated;
--> statement-breakpoint
CREATE TRIGGER search_people_inserted AFTER INSERT ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_deleted AFTER DELETE ON search_documents WHEN old.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_updated AFTER UPDATE ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_people(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
-- Ranking counts each word in each match: without positions in the index it would read and split every text again.
DROP TABLE search_works;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_works USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0');
--> statement-breakpoint
INSERT INTO search_works(rowid, title, body) SELECT number, title, body FROM search_documents WHERE kind = 'work';
--> statement-breakpoint
-- The people of an instance that is already there get their other spellings from the worker.
UPDATE authors SET stale = true;
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
SELECT 'search-words', 'refresh-authors', '{}', 'waiting', 'refresh-authors', unixepoch() * 1000, 0, unixepoch() * 1000
WHERE EXISTS (SELECT 1 FROM authors) ON CONFLICT DO NOTHING;
