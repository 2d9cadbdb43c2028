CREATE INDEX "authors_listed" ON "authors" USING btree ("works_count") WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX "authors_claimed" ON "authors" USING btree ("key") WHERE claim_state = 'claimed';--> statement-breakpoint
CREATE INDEX "authors_merged" ON "authors" USING btree ("merged_into") WHERE merged_into is not null;