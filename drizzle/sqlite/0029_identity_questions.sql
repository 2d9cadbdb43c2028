ALTER TABLE `name_suggestions` ADD `score` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `name_suggestions` ADD `state` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE `name_suggestions` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `name_suggestions` ADD `decided_at` integer;--> statement-breakpoint
CREATE INDEX `name_suggestions_queue` ON `name_suggestions` (`score`,`author_key`,`other_key`) WHERE state = 'open';--> statement-breakpoint
UPDATE `name_suggestions` SET `score` = 30;
