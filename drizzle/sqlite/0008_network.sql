CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`href` text,
	`from` integer NOT NULL,
	`until` integer NOT NULL,
	`created_by` text
);
--> statement-breakpoint
CREATE INDEX `announcements_until` ON `announcements` (`until`);--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`file` text,
	`bytes` integer,
	`requested_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_exports_account` ON `data_exports` (`account_id`,`requested_at`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`account_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`run_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `owner_statements` (
	`author_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`account_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`author_id`, `field`)
);
--> statement-breakpoint
CREATE TABLE `context_follows` (
	`account_id` text NOT NULL,
	`context_id` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `context_id`)
);
--> statement-breakpoint
CREATE INDEX `context_follows_context` ON `context_follows` (`context_id`);--> statement-breakpoint
CREATE TABLE `record_news` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`after_work` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `record_news_author` ON `record_news` (`author_id`,`key`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`query` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`account_id`,`query`);--> statement-breakpoint
CREATE TABLE `collaborations` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`pair` text NOT NULL,
	`from_author_id` text NOT NULL,
	`to_author_id` text NOT NULL,
	`proposed_by` text NOT NULL,
	`state` text NOT NULL,
	`proposed_at` integer NOT NULL,
	`decided_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collaborations_one_per_pair` ON `collaborations` (`pair`) WHERE state in ('proposed', 'confirmed');--> statement-breakpoint
CREATE INDEX `collaborations_from` ON `collaborations` (`from_author_id`,`state`);--> statement-breakpoint
CREATE INDEX `collaborations_to` ON `collaborations` (`to_author_id`,`state`);--> statement-breakpoint
CREATE TABLE `digests` (
	`account_id` text PRIMARY KEY NOT NULL,
	`frequency` text NOT NULL,
	`hour` integer NOT NULL,
	`weekday` integer NOT NULL,
	`time_zone` text NOT NULL,
	`next_at` integer,
	`last_at` integer,
	`last_work` integer DEFAULT 0 NOT NULL,
	`last_news` integer DEFAULT 0 NOT NULL,
	`unsubscribe_token` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `digests_due` ON `digests` (`next_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `digests_token` ON `digests` (`unsubscribe_token`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`mail` text NOT NULL,
	`centre` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`account_id`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `authors` ADD `privacy` text;--> statement-breakpoint
ALTER TABLE `authors` ADD `pinned` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `blocks` ADD `kind` text DEFAULT 'block' NOT NULL;--> statement-breakpoint
ALTER TABLE `invitations` ADD `work_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `invitations` ADD `expected_time` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `link` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `work_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `thread_members` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `thread_members` ADD `muted_at` integer;--> statement-breakpoint
ALTER TABLE `thread_members` ADD `left_at` integer;--> statement-breakpoint
CREATE INDEX `work_contexts_new` ON `work_contexts` (`context_key`,`work_key`);--> statement-breakpoint
CREATE INDEX `authorships_new` ON `authorships` (`author_key`,`work_key`);