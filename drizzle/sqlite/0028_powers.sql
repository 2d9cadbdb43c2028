ALTER TABLE `added_works` ADD `kept_until` integer;--> statement-breakpoint
CREATE INDEX `added_works_work` ON `added_works` (`work_id`);--> statement-breakpoint
ALTER TABLE `owner_statements` ADD `kept_until` integer;--> statement-breakpoint
ALTER TABLE `correction_agreements` ADD `contests` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- Photos, names and added works that were shown before they needed a strong proof stay for 90 days.
UPDATE `owner_statements` SET `kept_until` = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 7776000000 WHERE `field` IN ('photo', 'name');
--> statement-breakpoint
UPDATE `added_works` SET `kept_until` = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 7776000000;
--> statement-breakpoint
-- An undecided report is no identity flag any more.
UPDATE `authors` SET `stale` = 1 WHERE `flags` LIKE '%"reported"%';
