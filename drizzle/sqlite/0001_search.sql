-- Full text over search_documents. The text is folded by the app, so the tokenizer only splits it.
CREATE VIRTUAL TABLE search_index USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='2 3');
--> statement-breakpoint
CREATE TRIGGER search_documents_inserted AFTER INSERT ON search_documents BEGIN
  INSERT INTO search_index(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_documents_deleted AFTER DELETE ON search_documents BEGIN
  INSERT INTO search_index(search_index, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_documents_updated AFTER UPDATE ON search_documents BEGIN
  INSERT INTO search_index(search_index, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_index(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
