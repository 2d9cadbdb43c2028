CREATE TABLE `authorship_changes` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_key` integer NOT NULL,
	`author_key` integer NOT NULL,
	`at` integer NOT NULL,
	`is_on` integer NOT NULL,
	`by_source` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `authorship_changes_author` ON `authorship_changes` (`author_key`);--> statement-breakpoint
CREATE INDEX `authorship_changes_work` ON `authorship_changes` (`work_key`);--> statement-breakpoint
CREATE TABLE `history_start` (
	`key` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `past_affiliations` (
	`author_key` integer NOT NULL,
	`until` integer NOT NULL,
	`name` text,
	`source` text,
	`year` integer,
	PRIMARY KEY(`author_key`, `until`)
);
