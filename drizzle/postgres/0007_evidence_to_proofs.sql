-- What was shown before the log existed becomes proofs; the log takes them in when the worker starts.
INSERT INTO "proofs" ("id", "account_id", "author_id", "kind", "state", "target", "family", "strength", "facts", "issued_at", "observed_at", "checked_at", "expires_at")
SELECT "id", coalesce("account_id", ''), "author_id", "kind", case when "revoked_at" is null then 'valid' else 'revoked' end, "id", "family", "strength", "facts", "observed_at", "observed_at", "observed_at", "expires_at" FROM "evidence";--> statement-breakpoint
DROP TABLE "evidence" CASCADE;