CREATE TABLE "instance_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "waits_for_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "leased_by" text;--> statement-breakpoint
-- Proofs and records are assessed by the new method, once.
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'adoptevidence3', 'adopt-method', '{}', 'waiting', 'adopt-method', now(), 0, now()
  WHERE EXISTS (SELECT 1 FROM trust_snapshots) ON CONFLICT DO NOTHING;
