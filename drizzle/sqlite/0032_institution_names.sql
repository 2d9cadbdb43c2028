-- Institutions are named as most authors write them by their next refresh.
UPDATE contexts SET stale = 1 WHERE kind = 'institution';
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'institutionnames', 'refresh-contexts', '{}', 'waiting', 'refresh-contexts', unixepoch() * 1000, 0, unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM contexts WHERE stale) ON CONFLICT DO NOTHING;
