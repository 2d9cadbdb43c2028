CREATE TABLE "clock_heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "witness_deliveries" (
	"witness" text NOT NULL,
	"day" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "witness_deliveries_witness_day_pk" PRIMARY KEY("witness","day")
);
--> statement-breakpoint
CREATE TABLE "witness_origins" (
	"origin" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"pinned_at" timestamp (3) with time zone NOT NULL,
	"conflict" json,
	"conflict_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "witnessed_heads" (
	"origin" text NOT NULL,
	"day" text NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "witnessed_heads_origin_day_pk" PRIMARY KEY("origin","day")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "passkey_required_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "question_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "method" text DEFAULT 'evidence-1' NOT NULL;--> statement-breakpoint
ALTER TABLE "review_votes" ADD COLUMN "favours" text;--> statement-breakpoint
ALTER TABLE "review_votes" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "authors_listed" ON "authors" USING btree ("works_count") WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX "authors_claimed" ON "authors" USING btree ("key") WHERE claim_state = 'claimed';--> statement-breakpoint
CREATE INDEX "authors_merged" ON "authors" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "disputes_question" ON "disputes" USING btree ("question_id");--> statement-breakpoint
UPDATE "disputes" SET "question_id" = "id";--> statement-breakpoint
INSERT INTO "jobs" ("id", "kind", "payload", "state", "once_key", "run_at", "created_at")
SELECT 'adoptmethod2', 'adopt-method', '{}', 'waiting', 'adopt-method', now(), now()
WHERE EXISTS (SELECT 1 FROM "trust_snapshots");--> statement-breakpoint
-- A role that an account has given itself is an offer: an admin appoints.
UPDATE "roles" SET "role" = 'volunteer', "granted_by" = NULL WHERE "role" = 'reviewer' AND ("granted_by" IS NULL OR "granted_by" = "account_id");--> statement-breakpoint
-- Who owns a record is decided by two.
UPDATE "reviews" SET "votes_needed" = 2 WHERE "state" = 'open' AND ("kind" IN ('claim', 'dispute') OR ("kind" = 'appeal' AND EXISTS (
	SELECT 1 FROM "appeals" WHERE "appeals"."review_id" = "reviews"."id" AND "appeals"."of" IN ('claim', 'dispute')
)));
