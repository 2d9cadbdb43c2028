ALTER TABLE `disputes` ADD `question_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `disputes_question` ON `disputes` (`question_id`);--> statement-breakpoint
ALTER TABLE `proofs` ADD `method` text DEFAULT 'evidence-1' NOT NULL;--> statement-breakpoint
ALTER TABLE `review_votes` ADD `favours` text;--> statement-breakpoint
UPDATE `disputes` SET `question_id` = `id`;--> statement-breakpoint
INSERT INTO `jobs` (`id`, `kind`, `payload`, `state`, `once_key`, `run_at`, `created_at`)
SELECT 'adoptmethod2', 'adopt-method', '{}', 'waiting', 'adopt-method', cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer)
WHERE EXISTS (SELECT 1 FROM `trust_snapshots`);
