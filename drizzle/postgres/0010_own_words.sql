ALTER TABLE "authors" ADD COLUMN "source_name" text;--> statement-breakpoint
CREATE INDEX "owner_statements_account" ON "owner_statements" USING btree ("account_id");