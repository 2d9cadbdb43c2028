CREATE TABLE `import_problems` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`record_id` text NOT NULL,
	`place` text NOT NULL,
	`field` text NOT NULL,
	`given` text NOT NULL,
	`message` text NOT NULL,
	`kept` text NOT NULL,
	`observed_at` integer NOT NULL,
	`import_id` text
);
--> statement-breakpoint
CREATE INDEX `import_problems_record` ON `import_problems` (`source`,`record_id`);