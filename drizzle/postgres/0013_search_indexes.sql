-- An index of words each for people (0), works (1) and topics, venues and institutions (2), by the range of their numbers: the first
-- letter of a name begins few names and a great many words of abstracts. lib/search/tables.ts asks with the same expression.
DROP INDEX "search_documents_terms";
--> statement-breakpoint
CREATE INDEX "search_documents_people" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 0;
--> statement-breakpoint
CREATE INDEX "search_documents_works" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 1;
--> statement-breakpoint
CREATE INDEX "search_documents_contexts" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 2;
