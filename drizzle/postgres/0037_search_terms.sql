-- The same words, computed in a tenth of the time: translate() compares each character of a text with each of the 32 signs. An operator's
-- PostgreSQL may be older than 17, which changes an expression in place.
ALTER TABLE "search_documents" DROP COLUMN "terms";
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "terms" tsvector GENERATED ALWAYS AS (
  setweight(to_tsvector('simple', regexp_replace("title", '[]!"#$%&''()*+,./:;<=>?@[\\^_`{|}~-]', ' ', 'g')), 'A') ||
  setweight(to_tsvector('simple', regexp_replace("body", '[]!"#$%&''()*+,./:;<=>?@[\\^_`{|}~-]', ' ', 'g')), 'B')
) STORED;
--> statement-breakpoint
CREATE INDEX "search_documents_people" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 0;
--> statement-breakpoint
CREATE INDEX "search_documents_works" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 1;
--> statement-breakpoint
CREATE INDEX "search_documents_contexts" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 2;
