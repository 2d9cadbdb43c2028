CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`email` text,
	`email_verified` integer,
	`image` text,
	`sample` integer DEFAULT false NOT NULL,
	`created_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`email`);--> statement-breakpoint
CREATE TABLE `logins` (
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`provider` text NOT NULL,
	`provider_account_id` text NOT NULL,
	`refresh_token` text,
	`access_token` text,
	`expires_at` integer,
	`token_type` text,
	`scope` text,
	`id_token` text,
	`session_state` text,
	`linked_at` integer,
	PRIMARY KEY(`provider`, `provider_account_id`)
);
--> statement-breakpoint
CREATE INDEX `logins_account` ON `logins` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expire` integer
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`session_token` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires` integer NOT NULL,
	`created_at` integer
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_tokens` (
	`identifier` text NOT NULL,
	`token` text NOT NULL,
	`expires` integer NOT NULL,
	PRIMARY KEY(`identifier`, `token`)
);
--> statement-breakpoint
CREATE TABLE `author_names` (
	`author_key` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`works` integer DEFAULT 0 NOT NULL,
	`native` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`author_key`, `name`)
);
--> statement-breakpoint
CREATE INDEX `author_names_key` ON `author_names` (`name_key`);--> statement-breakpoint
CREATE TABLE `author_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`author_key` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `author_slugs_author` ON `author_slugs` (`author_key`);--> statement-breakpoint
CREATE TABLE `author_sources` (
	`source` text NOT NULL,
	`record_id` text NOT NULL,
	`author_key` integer NOT NULL,
	`record_key` integer,
	PRIMARY KEY(`source`, `record_id`)
);
--> statement-breakpoint
CREATE INDEX `author_sources_author` ON `author_sources` (`author_key`);--> statement-breakpoint
CREATE TABLE `authors` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`kind` text DEFAULT 'person' NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`affiliation` text,
	`orcid` text,
	`orcid_authenticated` integer DEFAULT false NOT NULL,
	`works_count` integer DEFAULT 0 NOT NULL,
	`coauthors_count` integer DEFAULT 0 NOT NULL,
	`close_collaborators_count` integer DEFAULT 0 NOT NULL,
	`topics_count` integer DEFAULT 0 NOT NULL,
	`followers_count` integer DEFAULT 0 NOT NULL,
	`first_year` integer,
	`last_year` integer,
	`sources` text DEFAULT '[]' NOT NULL,
	`flags` text DEFAULT '[]' NOT NULL,
	`claim_state` text DEFAULT 'unclaimed' NOT NULL,
	`owner_id` text,
	`visibility` text DEFAULT 'visible' NOT NULL,
	`availability` text,
	`merged_into` integer,
	`stale` integer DEFAULT true NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `authors_id` ON `authors` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `authors_slug` ON `authors` (`slug`);--> statement-breakpoint
CREATE INDEX `authors_sort_name` ON `authors` (`sort_name`,`key`);--> statement-breakpoint
CREATE INDEX `authors_owner` ON `authors` (`owner_id`);--> statement-breakpoint
CREATE INDEX `authors_stale` ON `authors` (`key`) WHERE stale;--> statement-breakpoint
CREATE TABLE `name_suggestions` (
	`author_key` integer NOT NULL,
	`other_key` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`author_key`, `other_key`)
);
--> statement-breakpoint
CREATE INDEX `name_suggestions_other` ON `name_suggestions` (`other_key`);--> statement-breakpoint
CREATE TABLE `source_names` (
	`source` text NOT NULL,
	`name` text NOT NULL,
	`record_id` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`source`, `name`)
);
--> statement-breakpoint
CREATE TABLE `claim_events` (
	`id` text PRIMARY KEY NOT NULL,
	`claim_id` text NOT NULL,
	`event` text NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`account_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claim_events_claim` ON `claim_events` (`claim_id`,`at`);--> statement-breakpoint
CREATE TABLE `claims` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`account_id` text NOT NULL,
	`state` text NOT NULL,
	`strength` text NOT NULL,
	`reason` text,
	`remedy` text,
	`created_at` integer NOT NULL,
	`notice_ends_at` integer,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_one_per_author` ON `claims` (`author_id`) WHERE state in ('notice_period', 'in_review', 'accepted');--> statement-breakpoint
CREATE INDEX `claims_account` ON `claims` (`account_id`);--> statement-breakpoint
CREATE TABLE `follows` (
	`account_id` text NOT NULL,
	`author_id` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `author_id`)
);
--> statement-breakpoint
CREATE INDEX `follows_author` ON `follows` (`author_id`);--> statement-breakpoint
CREATE TABLE `coauthor_edges` (
	`author_key` integer NOT NULL,
	`coauthor_key` integer NOT NULL,
	`works` integer NOT NULL,
	`first_year` integer,
	`last_year` integer,
	PRIMARY KEY(`author_key`, `coauthor_key`)
);
--> statement-breakpoint
CREATE INDEX `coauthor_edges_author` ON `coauthor_edges` (`author_key`,`works`);--> statement-breakpoint
CREATE INDEX `coauthor_edges_coauthor` ON `coauthor_edges` (`coauthor_key`,`works`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`cursor` text,
	`summary` text,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_source` ON `imports` (`source`,`started_at`);--> statement-breakpoint
CREATE TABLE `quarantined_records` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`input` text NOT NULL,
	`record_id` text NOT NULL,
	`reason` text NOT NULL,
	`excerpt` text NOT NULL,
	`observed_at` integer NOT NULL,
	`import_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quarantined_records_record` ON `quarantined_records` (`source`,`input`,`record_id`);--> statement-breakpoint
CREATE TABLE `source_records` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`version` integer NOT NULL,
	`content_hash` text NOT NULL,
	`payload` text NOT NULL,
	`observed_at` integer NOT NULL,
	`import_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `source_records_version` ON `source_records` (`source`,`kind`,`record_id`,`version`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`account_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `blocked_id`)
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`sender_author_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`recipient_author_id` text NOT NULL,
	`purpose` text NOT NULL,
	`message` text NOT NULL,
	`state` text NOT NULL,
	`pair` text NOT NULL,
	`decline_reason` text,
	`sent_at` integer NOT NULL,
	`seen_at` integer,
	`decided_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_one_open_per_pair` ON `invitations` (`pair`) WHERE state in ('sent', 'seen');--> statement-breakpoint
CREATE INDEX `invitations_sender` ON `invitations` (`sender_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `invitations_recipient` ON `invitations` (`recipient_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `invitations_pair` ON `invitations` (`pair`,`sent_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`account_id` text NOT NULL,
	`body` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`thread_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `thread_members` (
	`thread_id` text NOT NULL,
	`account_id` text NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`thread_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_members_account` ON `thread_members` (`account_id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`invitation_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`last_message_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_invitation` ON `threads` (`invitation_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`once_key` text,
	`run_at` integer NOT NULL,
	`lease_ends_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`) WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_once` ON `jobs` (`once_key`) WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`facts` text NOT NULL,
	`once_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`account_id`,`once_key`);--> statement-breakpoint
CREATE INDEX `notifications_account` ON `notifications` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `search_documents` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_key` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_subject` ON `search_documents` (`kind`,`subject_key`);--> statement-breakpoint
CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`account_id` text,
	`kind` text NOT NULL,
	`family` text NOT NULL,
	`strength` text NOT NULL,
	`facts` text NOT NULL,
	`method` text NOT NULL,
	`observed_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `evidence_author` ON `evidence` (`author_id`);--> statement-breakpoint
CREATE TABLE `trust_snapshots` (
	`author_key` integer NOT NULL,
	`number` integer NOT NULL,
	`method` text NOT NULL,
	`computed_at` integer NOT NULL,
	`points` integer NOT NULL,
	`level` integer NOT NULL,
	`label` text NOT NULL,
	`parts` text NOT NULL,
	PRIMARY KEY(`author_key`, `number`)
);
--> statement-breakpoint
CREATE TABLE `authorships` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_key` integer NOT NULL,
	`author_key` integer NOT NULL,
	`position` integer,
	`name_as_written` text NOT NULL,
	`affiliation` text,
	`resolved_by` text NOT NULL,
	`source` text NOT NULL,
	`state` text DEFAULT 'asserted' NOT NULL,
	`sort_date` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `authorships_slot` ON `authorships` (`work_key`,`position`);--> statement-breakpoint
CREATE INDEX `authorships_author` ON `authorships` (`author_key`,`sort_date`,`work_key`);--> statement-breakpoint
CREATE INDEX `authorships_work` ON `authorships` (`work_key`,`author_key`);--> statement-breakpoint
CREATE TABLE `listings` (
	`source` text NOT NULL,
	`author_key` integer NOT NULL,
	`work_key` integer NOT NULL,
	`rank` integer NOT NULL,
	PRIMARY KEY(`source`, `author_key`, `work_key`)
);
--> statement-breakpoint
CREATE INDEX `listings_author` ON `listings` (`author_key`);--> statement-breakpoint
CREATE TABLE `work_identifiers` (
	`scheme` text NOT NULL,
	`value` text NOT NULL,
	`work_key` integer NOT NULL,
	PRIMARY KEY(`scheme`, `value`, `work_key`)
);
--> statement-breakpoint
CREATE INDEX `work_identifiers_work` ON `work_identifiers` (`work_key`);--> statement-breakpoint
CREATE TABLE `work_sources` (
	`source` text NOT NULL,
	`record_id` text NOT NULL,
	`work_key` integer NOT NULL,
	`record_key` integer NOT NULL,
	`content_hash` text NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`source`, `record_id`)
);
--> statement-breakpoint
CREATE INDEX `work_sources_work` ON `work_sources` (`work_key`);--> statement-breakpoint
CREATE TABLE `work_titles` (
	`work_key` integer PRIMARY KEY NOT NULL,
	`title_key` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `work_titles_key` ON `work_titles` (`title_key`);--> statement-breakpoint
CREATE TABLE `works` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`title` text,
	`title_tree` text,
	`abstract` text,
	`abstract_tree` text,
	`abstract_source` text,
	`type` text NOT NULL,
	`year` integer,
	`date` text,
	`venue` text,
	`volume` text,
	`pages` text,
	`publisher` text,
	`language` text,
	`doi` text,
	`url` text,
	`category` text,
	`code_state` text,
	`code_url` text,
	`code_evidence` text,
	`retracted` integer DEFAULT false NOT NULL,
	`authors_count` integer DEFAULT 0 NOT NULL,
	`authors_complete` integer DEFAULT true NOT NULL,
	`sources` text DEFAULT '[]' NOT NULL,
	`conflicts` text DEFAULT '[]' NOT NULL,
	`indicators` text DEFAULT '[]' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `works_id` ON `works` (`id`);