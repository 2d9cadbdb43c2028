CREATE TABLE `affiliations` (
	`text` text PRIMARY KEY NOT NULL,
	`context_key` integer,
	`rule` text
);
--> statement-breakpoint
CREATE INDEX `affiliations_context` ON `affiliations` (`context_key`);--> statement-breakpoint
CREATE TABLE `author_contexts` (
	`author_key` integer NOT NULL,
	`context_key` integer NOT NULL,
	`works` integer NOT NULL,
	`first_year` integer,
	`last_year` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`author_key`, `context_key`)
);
--> statement-breakpoint
CREATE INDEX `author_contexts_context` ON `author_contexts` (`context_key`,`last_year`,`works`,`author_key`);--> statement-breakpoint
CREATE TABLE `contexts` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`name_key` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`works_count` integer DEFAULT 0 NOT NULL,
	`people_count` integer DEFAULT 0 NOT NULL,
	`first_year` integer,
	`last_year` integer,
	`stale` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contexts_id` ON `contexts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contexts_name` ON `contexts` (`kind`,`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `contexts_slug` ON `contexts` (`kind`,`slug`);--> statement-breakpoint
CREATE INDEX `contexts_sort_name` ON `contexts` (`kind`,`sort_name`,`key`);--> statement-breakpoint
CREATE TABLE `organisation_domains` (
	`domain` text NOT NULL,
	`ror_id` text NOT NULL,
	PRIMARY KEY(`domain`, `ror_id`)
);
--> statement-breakpoint
CREATE INDEX `organisation_domains_organisation` ON `organisation_domains` (`ror_id`);--> statement-breakpoint
CREATE TABLE `organisation_names` (
	`name_key` text NOT NULL,
	`ror_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`name_key`, `ror_id`)
);
--> statement-breakpoint
CREATE INDEX `organisation_names_organisation` ON `organisation_names` (`ror_id`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`ror_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`country` text,
	`city` text,
	`status` text NOT NULL,
	`url` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `work_contexts` (
	`work_key` integer NOT NULL,
	`context_key` integer NOT NULL,
	`sort_date` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`work_key`, `context_key`)
);
--> statement-breakpoint
CREATE INDEX `work_contexts_context` ON `work_contexts` (`context_key`,`sort_date`,`work_key`);--> statement-breakpoint
CREATE TABLE `author_indicators` (
	`author_key` integer NOT NULL,
	`method` text NOT NULL,
	`value` real NOT NULL,
	`works` integer NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`author_key`, `method`)
);
--> statement-breakpoint
CREATE TABLE `work_indicators` (
	`work_key` integer NOT NULL,
	`method` text NOT NULL,
	`value` real NOT NULL,
	`parts` text DEFAULT '{}' NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`work_key`, `method`)
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`note` text,
	`reporter_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`once_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reports_subject` ON `reports` (`subject_id`,`state`);--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`once_key`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `code_checks` (
	`work_key` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`outcome` text NOT NULL,
	`status` integer,
	`checked_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_checks_checked` ON `code_checks` (`checked_at`);--> statement-breakpoint
ALTER TABLE `authors` ADD `indicators_hidden` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `claims_author` ON `claims` (`author_id`);--> statement-breakpoint
CREATE INDEX `works_code` ON `works` (`key`) WHERE code_url is not null;