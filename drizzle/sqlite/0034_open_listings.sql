ALTER TABLE `authors` ADD `listed_until` integer;--> statement-breakpoint
CREATE INDEX `authors_open` ON `authors` (`listed_until`) WHERE listed_until is not null;--> statement-breakpoint
ALTER TABLE `digests` ADD `question` text;--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`account_id`) WHERE read_at is null;