CREATE TABLE `appeals` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`of` text NOT NULL,
	`account_id` text,
	`words` text,
	`state` text NOT NULL,
	`filed_at` integer NOT NULL,
	`decided_at` integer,
	`reason` text,
	`remedy` text
);
--> statement-breakpoint
CREATE INDEX `appeals_account` ON `appeals` (`account_id`);--> statement-breakpoint
ALTER TABLE `disputes` ADD `marks` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `visibility_requests` ADD `account_id` text;--> statement-breakpoint
ALTER TABLE `visibility_requests` ADD `was` text;--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_account` ON `audit_entries` (`account_id`,`at`);