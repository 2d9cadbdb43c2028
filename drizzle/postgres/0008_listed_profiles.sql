ALTER TABLE "authors" ADD COLUMN "listed_as" text;--> statement-breakpoint
UPDATE "authors" SET "listed_as" = 'nothing', "stale" = true WHERE "visibility" = 'unlisted' OR ("visibility" <> 'suppressed' AND "owner_id" IS NOT NULL
  AND EXISTS (SELECT 1 FROM "author_sources" s WHERE s."author_key" = "authors"."key" AND s."source" = 'owner' AND s."record_id" = "authors"."id")
  AND NOT EXISTS (SELECT 1 FROM "author_sources" s WHERE s."author_key" = "authors"."key" AND s."source" NOT IN ('owner', 'orcid'))
  AND NOT EXISTS (SELECT 1 FROM "identity_changes" c WHERE c."other_id" = "authors"."id"));
