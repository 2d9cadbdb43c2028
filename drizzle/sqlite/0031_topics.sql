-- Topics under one spelling, topics of keywords, and promises of code are found once for what is stored.
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'joinedtopics', 'find-topics', '{}', 'waiting', 'find-topics', unixepoch() * 1000, 0, unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM works) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, state, once_key, run_at, attempts, created_at)
  SELECT 'promisedcode', 'find-promised-code', '{}', 'waiting', 'find-promised-code', unixepoch() * 1000, 0, unixepoch() * 1000
  WHERE EXISTS (SELECT 1 FROM works) ON CONFLICT DO NOTHING;
