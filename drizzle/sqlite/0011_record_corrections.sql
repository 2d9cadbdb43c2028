CREATE TABLE `record_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`source_value` text,
	`evidence_url` text,
	`note` text,
	`state` text DEFAULT 'suggested' NOT NULL,
	`suggester_id` text,
	`decided_by` text,
	`decider_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`compared_revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `record_corrections_author` ON `record_corrections` (`author_id`,`state`);--> statement-breakpoint
CREATE INDEX `record_corrections_suggester` ON `record_corrections` (`suggester_id`);--> statement-breakpoint
CREATE INDEX `record_corrections_decider` ON `record_corrections` (`decider_id`);--> statement-breakpoint
CREATE INDEX `record_corrections_standing` ON `record_corrections` (`id`) WHERE state = 'suggested' or state = 'accepted' or state = 'contested';--> statement-breakpoint
CREATE UNIQUE INDEX `record_corrections_once` ON `record_corrections` (`author_id`,`field`,`value`) WHERE state = 'suggested';--> statement-breakpoint
CREATE UNIQUE INDEX `record_corrections_one` ON `record_corrections` (`author_id`,`field`) WHERE state = 'accepted' or state = 'contested';