ALTER TABLE `authors` ADD `source_name` text;--> statement-breakpoint
CREATE INDEX `owner_statements_account` ON `owner_statements` (`account_id`);