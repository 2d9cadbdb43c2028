-- So far whoever had lost by the first decision has appealed: whom it is about, where it was as somebody had asked.
CREATE TABLE `__new_appeals` (
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
INSERT INTO `__new_appeals`(`subject_id`, `side`, `review_id`, `of`, `account_id`, `words`, `state`, `filed_at`, `decided_at`, `reason`, `remedy`)
SELECT `subject_id`, case when `of` in ('report', 'merge') and exists (
	select 1 from `reviews` where `reviews`.`subject_id` = `appeals`.`subject_id` and `reviews`.`kind` = `appeals`.`of`
	and `reviews`.`state` = 'decided' and `reviews`.`decision` in ('uphold', 'approve')
) then 'other' else 'asker' end, (
	select `id` from `reviews` where `reviews`.`subject_id` = `appeals`.`subject_id` and `reviews`.`kind` = 'appeal'
	order by `opened_at` desc limit 1
), `of`, `account_id`, `words`, `state`, `filed_at`, `decided_at`, `reason`, `remedy` FROM `appeals`;--> statement-breakpoint
DROP TABLE `appeals`;--> statement-breakpoint
ALTER TABLE `__new_appeals` RENAME TO `appeals`;--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_review` ON `appeals` (`review_id`);--> statement-breakpoint
CREATE INDEX `appeals_account` ON `appeals` (`account_id`);
