-- PostgreSQL's parser would keep "mr.tydi" and "3.5" whole, as hosts and numbers: between words of ours stands nothing but space, as on SQLite.
DROP INDEX "search_documents_terms";
--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "terms";
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "terms" tsvector GENERATED ALWAYS AS (
  setweight(to_tsvector('simple', translate("title", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'A') ||
  setweight(to_tsvector('simple', translate("body", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'B')
) STORED;
--> statement-breakpoint
CREATE INDEX "search_documents_terms" ON "search_documents" USING gin ("terms");
