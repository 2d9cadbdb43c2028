ALTER TABLE "authors" ADD COLUMN "listed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "digests" ADD COLUMN "question" text;--> statement-breakpoint
CREATE INDEX "authors_open" ON "authors" USING btree ("listed_until") WHERE listed_until is not null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id") WHERE read_at is null;