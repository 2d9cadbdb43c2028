CREATE TABLE `data_export_parts` (
	`export_id` text NOT NULL,
	`file` text NOT NULL,
	`number` integer NOT NULL,
	`account_id` text NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`export_id`, `file`, `number`)
);
--> statement-breakpoint
CREATE INDEX `data_export_parts_account` ON `data_export_parts` (`account_id`);--> statement-breakpoint
CREATE TABLE `data_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`origin` text NOT NULL,
	`made_at` integer NOT NULL,
	`content` text,
	`taken` text,
	`received_at` integer NOT NULL,
	`taken_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_imports_account` ON `data_imports` (`account_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `data_imports_received` ON `data_imports` (`received_at`);--> statement-breakpoint
CREATE INDEX `data_exports_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_one_waiting` ON `data_exports` (`account_id`) WHERE state = 'waiting';