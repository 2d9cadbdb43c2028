-- Full text over search_documents. The text is folded by the app, so the tokenizer only splits it.
-- People are searched by the beginnings of names, so their index holds prefixes; for works it would double the cost of an import.
CREATE VIRTUAL TABLE search_people USING fts5(title, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3', detail=column);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_works USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', detail=column);
--> statement-breakpoint
CREATE TRIGGER search_people_inserted AFTER INSERT ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(rowid, title) VALUES (new.number, new.title);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_deleted AFTER DELETE ON search_documents WHEN old.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title) VALUES ('delete', old.number, old.title);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_updated AFTER UPDATE ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title) VALUES ('delete', old.number, old.title);
  INSERT INTO search_people(rowid, title) VALUES (new.number, new.title);
END;
--> statement-breakpoint
CREATE TRIGGER search_works_inserted AFTER INSERT ON search_documents WHEN new.kind = 'work' BEGIN
  INSERT INTO search_works(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_works_deleted AFTER DELETE ON search_documents WHEN old.kind = 'work' BEGIN
  INSERT INTO search_works(search_works, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_works_updated AFTER UPDATE ON search_documents WHEN new.kind = 'work' BEGIN
  INSERT INTO search_works(search_works, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_works(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
