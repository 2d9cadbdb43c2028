-- Full text over the names of topics, venues and institutions: few, and searched by beginnings, as people are.
CREATE VIRTUAL TABLE search_contexts USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3', detail=column);
--> statement-breakpoint
CREATE TRIGGER search_contexts_inserted AFTER INSERT ON search_documents WHEN new.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_contexts_deleted AFTER DELETE ON search_documents WHEN old.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(search_contexts, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_contexts_updated AFTER UPDATE ON search_documents WHEN new.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(search_contexts, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_contexts(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
