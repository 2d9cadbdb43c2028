CREATE TABLE `instance_values` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `claims` ADD `waits_for_admin` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `proofs` ADD `kept_until` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `leased_by` text;--> statement-breakpoint
-- Proofs and records are assessed by the new method, once.
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'adoptevidence3', 'adopt-method', '{}', 'waiting', 'adopt-method', unixepoch() * 1000, 0, unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM trust_snapshots) ON CONFLICT DO NOTHING;
