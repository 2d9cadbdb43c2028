DROP INDEX "contexts_sort_name";--> statement-breakpoint
CREATE INDEX "contexts_sort_name" ON "contexts" USING btree ("kind","sort_name","key","works_count");