CREATE TABLE `hidden_suggestions` (
	`account_id` text NOT NULL,
	`author_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `author_id`)
);
--> statement-breakpoint
CREATE INDEX `hidden_suggestions_author` ON `hidden_suggestions` (`author_id`);