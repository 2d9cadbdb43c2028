CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`email` text,
	`email_verified` integer,
	`image` text,
	`sample` integer DEFAULT false NOT NULL,
	`created_at` integer,
	`recovery_email` text,
	`recovery_confirmed_at` integer,
	`passkey_required_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email` ON `accounts` (`email`);--> statement-breakpoint
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
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`account_id` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_subject` ON `audit_entries` (`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_account` ON `audit_entries` (`account_id`,`at`);--> statement-breakpoint
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
CREATE INDEX `data_exports_expiry` ON `data_exports` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_one_waiting` ON `data_exports` (`account_id`) WHERE state = 'waiting';--> statement-breakpoint
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
CREATE TABLE `erasures` (
	`account_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`run_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
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
CREATE TABLE `passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`challenge` text NOT NULL,
	`purpose` text NOT NULL,
	`expires` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires` ON `passkey_challenges` (`expires`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`backed_up` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expire` integer
);
--> statement-breakpoint
CREATE TABLE `roles` (
	`account_id` text NOT NULL,
	`role` text NOT NULL,
	`granted_by` text,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`session_token` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires` integer NOT NULL,
	`created_at` integer,
	`id` text,
	`device` text,
	`signed_in_by` text,
	`seen_at` integer,
	`network` text
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
	`source_name` text,
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
	`indicators_hidden` integer DEFAULT false NOT NULL,
	`privacy` text,
	`pinned` text DEFAULT '[]' NOT NULL,
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
CREATE INDEX `authors_suppressed` ON `authors` (`key`) WHERE visibility = 'suppressed';--> statement-breakpoint
CREATE INDEX `authors_renamed` ON `authors` (`key`) WHERE source_name is not null;--> statement-breakpoint
CREATE INDEX `authors_listed` ON `authors` (`works_count`) WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX `authors_claimed` ON `authors` (`key`) WHERE claim_state = 'claimed';--> statement-breakpoint
CREATE INDEX `authors_merged` ON `authors` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
CREATE TABLE `name_suggestions` (
	`author_key` integer NOT NULL,
	`other_key` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`author_key`, `other_key`)
);
--> statement-breakpoint
CREATE INDEX `name_suggestions_other` ON `name_suggestions` (`other_key`);--> statement-breakpoint
CREATE TABLE `owner_statements` (
	`author_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`account_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`author_id`, `field`)
);
--> statement-breakpoint
CREATE INDEX `owner_statements_account` ON `owner_statements` (`account_id`);--> statement-breakpoint
CREATE TABLE `source_names` (
	`source` text NOT NULL,
	`name` text NOT NULL,
	`record_id` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`source`, `name`)
);
--> statement-breakpoint
CREATE TABLE `appeals` (
	`subject_id` text NOT NULL,
	`side` text NOT NULL,
	`review_id` text,
	`of` text NOT NULL,
	`account_id` text,
	`words` text,
	`state` text NOT NULL,
	`filed_at` integer NOT NULL,
	`decided_at` integer,
	`reason` text,
	`remedy` text,
	PRIMARY KEY(`subject_id`, `side`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_review` ON `appeals` (`review_id`);--> statement-breakpoint
CREATE INDEX `appeals_account` ON `appeals` (`account_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `claims_one_per_author` ON `claims` (`author_id`) WHERE state in ('notice_period', 'in_review', 'accepted', 'suspended');--> statement-breakpoint
CREATE INDEX `claims_account` ON `claims` (`account_id`);--> statement-breakpoint
CREATE INDEX `claims_author` ON `claims` (`author_id`);--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`claim_id` text NOT NULL,
	`account_id` text NOT NULL,
	`proof_id` text,
	`kind` text NOT NULL,
	`strength` text NOT NULL,
	`question_id` text DEFAULT '' NOT NULL,
	`marks` integer DEFAULT true NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `disputes_author` ON `disputes` (`author_id`,`state`);--> statement-breakpoint
CREATE INDEX `disputes_account` ON `disputes` (`account_id`);--> statement-breakpoint
CREATE INDEX `disputes_question` ON `disputes` (`question_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_one` ON `disputes` (`claim_id`,`account_id`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`author_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`target` text NOT NULL,
	`token` text,
	`family` text NOT NULL,
	`strength` text,
	`method` text DEFAULT 'evidence-1' NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer,
	`observed_at` integer,
	`checked_at` integer,
	`next_check_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`event_id` text
);
--> statement-breakpoint
CREATE INDEX `proofs_account` ON `proofs` (`account_id`,`author_id`);--> statement-breakpoint
CREATE INDEX `proofs_author` ON `proofs` (`author_id`,`state`);--> statement-breakpoint
CREATE INDEX `proofs_due` ON `proofs` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `proofs_one` ON `proofs` (`account_id`,`author_id`,`kind`,`target`) WHERE state in ('issued', 'observed', 'valid', 'stale');--> statement-breakpoint
CREATE TABLE `review_votes` (
	`review_id` text NOT NULL,
	`account_id` text NOT NULL,
	`decision` text NOT NULL,
	`favours` text,
	`reason` text NOT NULL,
	`remedy` text,
	`note` text,
	`at` integer NOT NULL,
	`network` text,
	PRIMARY KEY(`review_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `review_votes_account` ON `review_votes` (`account_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`author_id` text,
	`parties` text DEFAULT '[]' NOT NULL,
	`votes_needed` integer DEFAULT 1 NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`decided_at` integer,
	`decision` text,
	`reason` text,
	`remedy` text
);
--> statement-breakpoint
CREATE INDEX `reviews_queue` ON `reviews` (`state`,`opened_at`);--> statement-breakpoint
CREATE INDEX `reviews_author` ON `reviews` (`author_id`);--> statement-breakpoint
CREATE INDEX `reviews_subject` ON `reviews` (`subject_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_one` ON `reviews` (`kind`,`subject_id`) WHERE state = 'open';--> statement-breakpoint
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
CREATE INDEX `work_contexts_new` ON `work_contexts` (`context_key`,`work_key`);--> statement-breakpoint
CREATE TABLE `context_follows` (
	`account_id` text NOT NULL,
	`context_id` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `context_id`)
);
--> statement-breakpoint
CREATE INDEX `context_follows_context` ON `context_follows` (`context_id`);--> statement-breakpoint
CREATE TABLE `follows` (
	`account_id` text NOT NULL,
	`author_id` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `author_id`)
);
--> statement-breakpoint
CREATE INDEX `follows_author` ON `follows` (`author_id`);--> statement-breakpoint
CREATE TABLE `record_events` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`after_work` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `record_events_author` ON `record_events` (`author_id`,`key`);--> statement-breakpoint
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
CREATE TABLE `authorship_opinions` (
	`author_key` integer NOT NULL,
	`work_key` integer NOT NULL,
	`opinion` text NOT NULL,
	`account_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`author_key`, `work_key`)
);
--> statement-breakpoint
CREATE TABLE `authorship_pins` (
	`work_key` integer NOT NULL,
	`from_key` integer NOT NULL,
	`to_key` integer NOT NULL,
	`change_id` text NOT NULL,
	PRIMARY KEY(`work_key`, `from_key`)
);
--> statement-breakpoint
CREATE INDEX `authorship_pins_from` ON `authorship_pins` (`from_key`);--> statement-breakpoint
CREATE TABLE `identity_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`author_id` text NOT NULL,
	`other_id` text,
	`work_ids` text DEFAULT '[]' NOT NULL,
	`other_name` text,
	`undo` text,
	`reason` text NOT NULL,
	`account_id` text,
	`proposed_at` integer NOT NULL,
	`applied_at` integer,
	`undo_until` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `identity_changes_author` ON `identity_changes` (`author_id`);--> statement-breakpoint
CREATE INDEX `identity_changes_other` ON `identity_changes` (`other_id`);--> statement-breakpoint
CREATE INDEX `identity_changes_settle` ON `identity_changes` (`undo_until`) WHERE state = 'applied';--> statement-breakpoint
CREATE UNIQUE INDEX `identity_changes_one` ON `identity_changes` (`kind`,`author_id`,`other_id`) WHERE state = 'proposed';--> statement-breakpoint
CREATE TABLE `visibility_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`wanted` text NOT NULL,
	`by` text NOT NULL,
	`account_id` text,
	`was` text,
	`state` text NOT NULL,
	`token_hash` text,
	`contact` text,
	`reason` text,
	`requested_at` integer NOT NULL,
	`expires_at` integer,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `visibility_requests_author` ON `visibility_requests` (`author_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `visibility_requests_token` ON `visibility_requests` (`token_hash`);--> statement-breakpoint
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
CREATE TABLE `blocks` (
	`account_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`kind` text DEFAULT 'block' NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`account_id`, `blocked_id`)
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
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
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`sender_author_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`recipient_author_id` text NOT NULL,
	`purpose` text NOT NULL,
	`message` text NOT NULL,
	`work_ids` text DEFAULT '[]' NOT NULL,
	`expected_time` text,
	`link` text,
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
CREATE TABLE `retained_blocks` (
	`id` text NOT NULL,
	`seal` text NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`id`, `seal`)
);
--> statement-breakpoint
CREATE INDEX `retained_blocks_account` ON `retained_blocks` (`account_id`);--> statement-breakpoint
CREATE INDEX `retained_blocks_seal` ON `retained_blocks` (`seal`);--> statement-breakpoint
CREATE INDEX `retained_blocks_until` ON `retained_blocks` (`until`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`account_id` text NOT NULL,
	`body` text NOT NULL,
	`work_ids` text DEFAULT '[]' NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`thread_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `thread_members` (
	`thread_id` text NOT NULL,
	`account_id` text NOT NULL,
	`read_at` integer,
	`archived_at` integer,
	`muted_at` integer,
	`left_at` integer,
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
CREATE TABLE `clock_heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `search_documents` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_key` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_subject` ON `search_documents` (`kind`,`subject_key`);--> statement-breakpoint
-- Found by its whole key alone: one tree instead of a table and an index.
CREATE TABLE `search_vocabulary` (
	`form` text NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`form`, `word`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `attestations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`author_id` text NOT NULL,
	`from_author_id` text NOT NULL,
	`from_account_id` text NOT NULL,
	`work_id` text,
	`state` text NOT NULL,
	`event_id` text,
	`requested_at` integer NOT NULL,
	`answered_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `attestations_author` ON `attestations` (`author_id`,`state`);--> statement-breakpoint
CREATE INDEX `attestations_from` ON `attestations` (`from_account_id`,`state`);--> statement-breakpoint
CREATE INDEX `attestations_expiry` ON `attestations` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `attestations_one` ON `attestations` (`kind`,`author_id`,`from_author_id`) WHERE state in ('requested', 'given');--> statement-breakpoint
CREATE TABLE `evidence_events` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`author_id` text NOT NULL,
	`place` integer NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`hash` text NOT NULL,
	`signature` text NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_events_id` ON `evidence_events` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_events_place` ON `evidence_events` (`author_id`,`place`);--> statement-breakpoint
CREATE TABLE `evidence_secrets` (
	`number` integer PRIMARY KEY NOT NULL,
	`account_id` text,
	`salt` text NOT NULL,
	`facts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_secrets_account` ON `evidence_secrets` (`account_id`);--> statement-breakpoint
CREATE TABLE `log_end` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_heads` (
	`day` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`key_id` text NOT NULL,
	`signature` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE TABLE `snapshot_signatures` (
	`author_key` integer NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL,
	`key_id` text NOT NULL,
	`signature` text NOT NULL,
	PRIMARY KEY(`author_key`, `number`)
);
--> statement-breakpoint
CREATE TABLE `trust_snapshots` (
	`author_key` integer NOT NULL,
	`number` integer NOT NULL,
	`method` text NOT NULL,
	`computed_at` integer NOT NULL,
	`points` integer NOT NULL,
	`level` integer NOT NULL,
	`label` text NOT NULL,
	`parts` text NOT NULL,
	`facts` text,
	`events` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`author_key`, `number`)
);
--> statement-breakpoint
CREATE TABLE `witness_deliveries` (
	`witness` text NOT NULL,
	`day` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	`delivered_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	PRIMARY KEY(`witness`, `day`)
);
--> statement-breakpoint
CREATE TABLE `witness_origins` (
	`origin` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`pinned_at` integer NOT NULL,
	`conflict` text,
	`conflict_at` integer
);
--> statement-breakpoint
CREATE TABLE `witnessed_heads` (
	`origin` text NOT NULL,
	`day` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`signature` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`origin`, `day`)
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
CREATE INDEX `authorships_new` ON `authorships` (`author_key`,`work_key`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `works_id` ON `works` (`id`);--> statement-breakpoint
CREATE INDEX `works_code` ON `works` (`key`) WHERE code_url is not null;
--> statement-breakpoint
-- Full text over search_documents. The text is folded by the app, so the tokenizer only splits it. People are searched by the beginnings of
-- names, those being typed included, so their index holds prefixes; for works it would double the cost of an import.
CREATE VIRTUAL TABLE search_people USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3 4 5', detail=column);
--> statement-breakpoint
CREATE TRIGGER search_people_inserted AFTER INSERT ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_deleted AFTER DELETE ON search_documents WHEN old.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_people_updated AFTER UPDATE ON search_documents WHEN new.kind = 'author' BEGIN
  INSERT INTO search_people(search_people, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_people(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
-- Ranking counts each word in each match: without positions in the index it would read and split every text again.
CREATE VIRTUAL TABLE search_works USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0');
--> statement-breakpoint
CREATE TRIGGER search_works_inserted AFTER INSERT ON search_documents WHEN new.kind = 'work' BEGIN
  INSERT INTO search_works(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_works_deleted AFTER DELETE ON search_documents WHEN old.kind = 'work' BEGIN
  INSERT INTO search_works(search_works, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_works_updated AFTER UPDATE ON search_documents WHEN new.kind = 'work' BEGIN
  INSERT INTO search_works(search_works, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_works(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
-- Full text over the names of topics, venues and institutions: few, and searched by beginnings, as people are.
CREATE VIRTUAL TABLE search_contexts USING fts5(title, body, content='search_documents', content_rowid='number', tokenize='unicode61 remove_diacritics 0', prefix='1 2 3', detail=column);
--> statement-breakpoint
CREATE TRIGGER search_contexts_inserted AFTER INSERT ON search_documents WHEN new.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_contexts_deleted AFTER DELETE ON search_documents WHEN old.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(search_contexts, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER search_contexts_updated AFTER UPDATE ON search_documents WHEN new.kind IN ('topic', 'venue', 'institution') BEGIN
  INSERT INTO search_contexts(search_contexts, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);
  INSERT INTO search_contexts(rowid, title, body) VALUES (new.number, new.title, new.body);
END;
