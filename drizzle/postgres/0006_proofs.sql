CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"challenge" text NOT NULL,
	"purpose" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"transports" json DEFAULT '[]'::json NOT NULL,
	"name" text NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" text,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "roles_account_id_role_pk" PRIMARY KEY("account_id","role")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"account_id" text NOT NULL,
	"proof_id" text,
	"kind" text NOT NULL,
	"strength" text NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"author_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"target" text NOT NULL,
	"token" text,
	"family" text NOT NULL,
	"strength" text,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"observed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"event_id" text
);
--> statement-breakpoint
CREATE TABLE "review_votes" (
	"review_id" text NOT NULL,
	"account_id" text NOT NULL,
	"decision" text NOT NULL,
	"reason" text NOT NULL,
	"remedy" text,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_votes_review_id_account_id_pk" PRIMARY KEY("review_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"author_id" text,
	"parties" json DEFAULT '[]'::json NOT NULL,
	"votes_needed" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decision" text,
	"reason" text,
	"remedy" text
);
--> statement-breakpoint
CREATE TABLE "authorship_opinions" (
	"author_key" integer NOT NULL,
	"work_key" integer NOT NULL,
	"opinion" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "authorship_opinions_author_key_work_key_pk" PRIMARY KEY("author_key","work_key")
);
--> statement-breakpoint
CREATE TABLE "authorship_pins" (
	"work_key" integer NOT NULL,
	"from_key" integer NOT NULL,
	"to_key" integer NOT NULL,
	"change_id" text NOT NULL,
	CONSTRAINT "authorship_pins_work_key_from_key_pk" PRIMARY KEY("work_key","from_key")
);
--> statement-breakpoint
CREATE TABLE "identity_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"author_id" text NOT NULL,
	"other_id" text,
	"work_ids" json DEFAULT '[]'::json NOT NULL,
	"other_name" text,
	"undo" json,
	"reason" text NOT NULL,
	"account_id" text,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"undo_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "visibility_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"wanted" text NOT NULL,
	"by" text NOT NULL,
	"state" text NOT NULL,
	"token_hash" text,
	"contact" text,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attestations" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_id" text NOT NULL,
	"from_author_id" text NOT NULL,
	"from_account_id" text NOT NULL,
	"work_id" text,
	"state" text NOT NULL,
	"event_id" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "evidence_events" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"author_id" text NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_secrets" (
	"number" integer PRIMARY KEY NOT NULL,
	"account_id" text,
	"salt" text NOT NULL,
	"facts" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_end" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_heads" (
	"day" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "snapshot_signatures" (
	"author_key" integer NOT NULL,
	"number" integer NOT NULL,
	"body" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "snapshot_signatures_author_key_number_pk" PRIMARY KEY("author_key","number")
);
--> statement-breakpoint
DROP INDEX "claims_one_per_author";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "recovery_email" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "recovery_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_in_by" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trust_snapshots" ADD COLUMN "facts" json;--> statement-breakpoint
ALTER TABLE "trust_snapshots" ADD COLUMN "events" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "disputes_author" ON "disputes" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "disputes_account" ON "disputes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one" ON "disputes" USING btree ("claim_id","account_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "proofs_account" ON "proofs" USING btree ("account_id","author_id");--> statement-breakpoint
CREATE INDEX "proofs_author" ON "proofs" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "proofs_due" ON "proofs" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one" ON "proofs" USING btree ("account_id","author_id","kind","target") WHERE state in ('issued', 'observed', 'valid', 'stale');--> statement-breakpoint
CREATE INDEX "review_votes_account" ON "review_votes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reviews_queue" ON "reviews" USING btree ("state","opened_at");--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one" ON "reviews" USING btree ("kind","subject_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "authorship_pins_from" ON "authorship_pins" USING btree ("from_key");--> statement-breakpoint
CREATE INDEX "identity_changes_author" ON "identity_changes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "identity_changes_other" ON "identity_changes" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "identity_changes_settle" ON "identity_changes" USING btree ("undo_until") WHERE state = 'applied';--> statement-breakpoint
CREATE UNIQUE INDEX "identity_changes_one" ON "identity_changes" USING btree ("kind","author_id","other_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "visibility_requests_author" ON "visibility_requests" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visibility_requests_token" ON "visibility_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "attestations_author" ON "attestations" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "attestations_from" ON "attestations" USING btree ("from_account_id","state");--> statement-breakpoint
CREATE INDEX "attestations_expiry" ON "attestations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attestations_one" ON "attestations" USING btree ("kind","author_id","from_author_id") WHERE state in ('requested', 'given');--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_events_id" ON "evidence_events" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_events_place" ON "evidence_events" USING btree ("author_id","place");--> statement-breakpoint
CREATE INDEX "evidence_secrets_account" ON "evidence_secrets" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_per_author" ON "claims" USING btree ("author_id") WHERE state in ('notice_period', 'in_review', 'accepted', 'suspended');