CREATE TABLE `kept_blocks` (
	`id` text NOT NULL,
	`seal` text NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`id`, `seal`)
);
--> statement-breakpoint
CREATE INDEX `kept_blocks_account` ON `kept_blocks` (`account_id`);--> statement-breakpoint
CREATE INDEX `kept_blocks_seal` ON `kept_blocks` (`seal`);--> statement-breakpoint
CREATE INDEX `kept_blocks_until` ON `kept_blocks` (`until`);