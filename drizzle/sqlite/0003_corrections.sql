CREATE TABLE `correction_agreements` (
	`correction_id` text NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`correction_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `correction_agreements_account` ON `correction_agreements` (`account_id`);--> statement-breakpoint
CREATE TABLE `corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`work_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`source_value` text,
	`evidence_url` text,
	`note` text,
	`state` text DEFAULT 'suggested' NOT NULL,
	`suggester_id` text,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`compared_revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `corrections_work` ON `corrections` (`work_id`,`state`);--> statement-breakpoint
CREATE INDEX `corrections_suggester` ON `corrections` (`suggester_id`);--> statement-breakpoint
CREATE INDEX `corrections_effective` ON `corrections` (`id`) WHERE state = 'accepted' or state = 'contested';--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_once` ON `corrections` (`work_id`,`field`,`value`) WHERE state = 'suggested';--> statement-breakpoint
CREATE UNIQUE INDEX `corrections_one` ON `corrections` (`work_id`,`field`) WHERE state = 'accepted' or state = 'contested';