ALTER TABLE "disputes" ADD COLUMN "question_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "method" text DEFAULT 'evidence-1' NOT NULL;--> statement-breakpoint
ALTER TABLE "review_votes" ADD COLUMN "favours" text;--> statement-breakpoint
CREATE INDEX "disputes_question" ON "disputes" USING btree ("question_id");--> statement-breakpoint
UPDATE "disputes" SET "question_id" = "id";--> statement-breakpoint
INSERT INTO "jobs" ("id", "kind", "payload", "state", "once_key", "run_at", "created_at")
SELECT 'adoptmethod2', 'adopt-method', '{}', 'waiting', 'adopt-method', now(), now()
WHERE EXISTS (SELECT 1 FROM "trust_snapshots");
