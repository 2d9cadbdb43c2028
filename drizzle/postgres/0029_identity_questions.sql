ALTER TABLE "name_suggestions" ADD COLUMN "score" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "name_suggestions" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "name_suggestions" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "name_suggestions" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "name_suggestions_queue" ON "name_suggestions" USING btree ("score","author_key","other_key") WHERE state = 'open';--> statement-breakpoint
UPDATE "name_suggestions" SET "score" = 30;
