-- Uploads that were not imported: they were deleted after a day, and their content goes with the import.
DELETE FROM data_imports WHERE state = 'shown';
--> statement-breakpoint
DROP INDEX "data_imports_received";
--> statement-breakpoint
ALTER TABLE "data_imports" DROP COLUMN "content";
