CREATE TABLE `stored_input_parts` (
	`input_key` integer NOT NULL,
	`part` integer NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`input_key`, `part`)
);
--> statement-breakpoint
CREATE TABLE `stored_inputs` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`content_hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`reader_version` integer NOT NULL,
	`stored_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_inputs_content` ON `stored_inputs` (`source`,`content_hash`);--> statement-breakpoint
CREATE TABLE `contributors` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_key` integer NOT NULL,
	`author_key` integer NOT NULL,
	`role` text NOT NULL,
	`position` integer NOT NULL,
	`name_as_written` text NOT NULL,
	`family` text,
	`source` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contributors_slot` ON `contributors` (`work_key`,`role`,`position`);--> statement-breakpoint
CREATE INDEX `contributors_author` ON `contributors` (`author_key`,`role`);--> statement-breakpoint
ALTER TABLE `work_sources` ADD `input_key` integer;--> statement-breakpoint
CREATE INDEX `work_sources_input` ON `work_sources` (`input_key`) WHERE input_key is not null;--> statement-breakpoint
ALTER TABLE `works` ADD `details` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `works` ADD `is_volume` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `works` ADD `volume_key` integer;--> statement-breakpoint
CREATE INDEX `works_volumes` ON `works` (`key`) WHERE is_volume;--> statement-breakpoint
CREATE INDEX `works_volume` ON `works` (`volume_key`) WHERE volume_key is not null;--> statement-breakpoint
UPDATE `works` SET `details` = json_patch('{}', json_object('volume', nullif(`volume`, ''), 'pages', nullif(`pages`, ''), 'publisher', nullif(`publisher`, '')))
  WHERE `volume` IS NOT NULL OR `pages` IS NOT NULL OR `publisher` IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `works` DROP COLUMN `volume`;
--> statement-breakpoint
ALTER TABLE `works` DROP COLUMN `pages`;
--> statement-breakpoint
ALTER TABLE `works` DROP COLUMN `publisher`;