ALTER TABLE "added_works" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_statements" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "correction_agreements" ADD COLUMN "contests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "added_works_work" ON "added_works" USING btree ("work_id");
--> statement-breakpoint
-- Photos, names and added works that were shown before they needed a strong proof stay for 90 days.
UPDATE "owner_statements" SET "kept_until" = now() + interval '90 days' WHERE "field" IN ('photo', 'name');--> statement-breakpoint
UPDATE "added_works" SET "kept_until" = now() + interval '90 days';--> statement-breakpoint
-- An undecided report is no identity flag any more.
UPDATE "authors" SET "stale" = true WHERE "flags"::text LIKE '%"reported"%';
