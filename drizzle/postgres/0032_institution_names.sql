-- Institutions are named as most authors write them by their next refresh.
UPDATE contexts SET stale = true WHERE kind = 'institution';
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'institutionnames', 'refresh-contexts', '{}', 'waiting', 'refresh-contexts', now(), 0, now()
  WHERE EXISTS (SELECT 1 FROM contexts WHERE stale) ON CONFLICT DO NOTHING;
