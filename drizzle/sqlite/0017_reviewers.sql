ALTER TABLE `accounts` ADD `passkey_required_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `network` text;--> statement-breakpoint
ALTER TABLE `review_votes` ADD `network` text;--> statement-breakpoint
-- A role that an account has given itself is an offer: an admin appoints.
UPDATE `roles` SET `role` = 'volunteer', `granted_by` = NULL WHERE `role` = 'reviewer' AND (`granted_by` IS NULL OR `granted_by` = `account_id`);--> statement-breakpoint
-- Who owns a record is decided by two.
UPDATE `reviews` SET `votes_needed` = 2 WHERE `state` = 'open' AND (`kind` IN ('claim', 'dispute') OR (`kind` = 'appeal' AND EXISTS (
	SELECT 1 FROM `appeals` WHERE `appeals`.`review_id` = `reviews`.`id` AND `appeals`.`of` IN ('claim', 'dispute')
)));
