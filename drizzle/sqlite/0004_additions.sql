CREATE TABLE `added_works` (
	`record_id` text PRIMARY KEY NOT NULL,
	`work_id` text NOT NULL,
	`author_id` text NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `added_works_author` ON `added_works` (`author_id`,`work_id`);--> statement-breakpoint
CREATE INDEX `added_works_account` ON `added_works` (`account_id`);--> statement-breakpoint
CREATE TABLE `work_drafts` (
	`account_id` text NOT NULL,
	`author_id` text NOT NULL,
	`entries` text NOT NULL,
	`faults` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `author_id`)
);
--> statement-breakpoint
CREATE INDEX `work_drafts_at` ON `work_drafts` (`at`);