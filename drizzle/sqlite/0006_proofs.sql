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
CREATE TABLE `roles` (
	`account_id` text NOT NULL,
	`role` text NOT NULL,
	`granted_by` text,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`claim_id` text NOT NULL,
	`account_id` text NOT NULL,
	`proof_id` text,
	`kind` text NOT NULL,
	`strength` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `disputes_author` ON `disputes` (`author_id`,`state`);--> statement-breakpoint
CREATE INDEX `disputes_account` ON `disputes` (`account_id`);--> statement-breakpoint
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
	`reason` text NOT NULL,
	`remedy` text,
	`note` text,
	`at` integer NOT NULL,
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
CREATE UNIQUE INDEX `reviews_one` ON `reviews` (`kind`,`subject_id`) WHERE state = 'open';--> statement-breakpoint
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
DROP INDEX `claims_one_per_author`;--> statement-breakpoint
CREATE UNIQUE INDEX `claims_one_per_author` ON `claims` (`author_id`) WHERE state in ('notice_period', 'in_review', 'accepted', 'suspended');--> statement-breakpoint
ALTER TABLE `accounts` ADD `recovery_email` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `recovery_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_in_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `trust_snapshots` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `trust_snapshots` ADD `events` integer DEFAULT 0 NOT NULL;