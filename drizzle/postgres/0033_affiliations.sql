-- Affiliations are read by the present rules, and heads of profiles show the one that most works of the newest years state.
UPDATE authors SET stale = true WHERE affiliation IS NOT NULL AND merged_into IS NULL;
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'matchaffiliations', 'match-affiliations', '{}', 'waiting', 'match-affiliations', now(), 0, now()
  WHERE EXISTS (SELECT 1 FROM affiliations) ON CONFLICT DO NOTHING;
