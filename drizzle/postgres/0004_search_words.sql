CREATE TABLE "search_words" (
	"form" text COLLATE "C" NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	CONSTRAINT "search_words_form_word_pk" PRIMARY KEY("form","word")
);
--> statement-breakpoint
CREATE INDEX "authors_suppressed" ON "authors" USING btree ("key") WHERE visibility = 'suppressed';
--> statement-breakpoint
-- The people of an instance that is already there get their other spellings from the worker.
UPDATE "authors" SET "stale" = true;
--> statement-breakpoint
INSERT INTO "jobs" ("id", "kind", "payload", "state", "once_key", "run_at", "attempts", "created_at")
SELECT 'search-words', 'refresh-authors', '{}', 'waiting', 'refresh-authors', now(), 0, now()
WHERE EXISTS (SELECT 1 FROM "authors") ON CONFLICT DO NOTHING;
