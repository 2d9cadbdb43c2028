CREATE INDEX `authors_listed` ON `authors` (`works_count`) WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX `authors_claimed` ON `authors` (`key`) WHERE claim_state = 'claimed';--> statement-breakpoint
CREATE INDEX `authors_merged` ON `authors` (`merged_into`) WHERE merged_into is not null;