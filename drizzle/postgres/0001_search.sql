-- Full text over search_documents. The text is folded by the app, so the 'simple' configuration only splits it.
ALTER TABLE "search_documents" ADD COLUMN "terms" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple', "title"), 'A') || setweight(to_tsvector('simple', "body"), 'B')) STORED;
--> statement-breakpoint
CREATE INDEX "search_documents_terms" ON "search_documents" USING gin ("terms");
--> statement-breakpoint
-- Lists and prefixes follow the order of code points, as on SQLite, whatever the server's locale.
ALTER TABLE "authors" ALTER COLUMN "sort_name" TYPE text COLLATE "C";
