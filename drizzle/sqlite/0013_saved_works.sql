CREATE TABLE `saved_works` (
	`account_id` text NOT NULL,
	`work_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `work_id`)
);
--> statement-breakpoint
CREATE INDEX `saved_works_newest` ON `saved_works` (`account_id`,`since`,`work_id`);