UPDATE attestations SET state = 'withdrawn' WHERE state = 'taken_back';
--> statement-breakpoint
UPDATE disputes SET state = 'withdrawn' WHERE state = 'taken_back';
