ALTER TABLE "corrections" RENAME TO "work_corrections";
--> statement-breakpoint
ALTER INDEX "corrections_pkey" RENAME TO "work_corrections_pkey";
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"source_value" text,
	"evidence_url" text,
	"note" text,
	"state" text DEFAULT 'suggested' NOT NULL,
	"suggester_id" text,
	"decided_by" text,
	"decider_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"compared_revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO "corrections" ("subject", "subject_id", "decider_id", "id", "field", "value", "source_value", "evidence_url", "note", "state", "suggester_id", "decided_by", "created_at", "decided_at", "compared_revision")
SELECT 'work', "work_id", NULL, "id", "field", "value", "source_value", "evidence_url", "note", "state", "suggester_id", "decided_by", "created_at", "decided_at", "compared_revision" FROM "work_corrections";
--> statement-breakpoint
INSERT INTO "corrections" ("subject", "subject_id", "decider_id", "id", "field", "value", "source_value", "evidence_url", "note", "state", "suggester_id", "decided_by", "created_at", "decided_at", "compared_revision")
SELECT 'author', "author_id", "decider_id", "id", "field", "value", "source_value", "evidence_url", "note", "state", "suggester_id", "decided_by", "created_at", "decided_at", "compared_revision" FROM "record_corrections";
--> statement-breakpoint
DROP TABLE "work_corrections";
--> statement-breakpoint
DROP TABLE "record_corrections";
--> statement-breakpoint
CREATE INDEX "corrections_subject" ON "corrections" USING btree ("subject_id","state");
--> statement-breakpoint
CREATE INDEX "corrections_suggester" ON "corrections" USING btree ("suggester_id");
--> statement-breakpoint
CREATE INDEX "corrections_decider" ON "corrections" USING btree ("decider_id");
--> statement-breakpoint
CREATE INDEX "corrections_standing" ON "corrections" USING btree ("subject","id") WHERE state = 'suggested' or state = 'accepted' or state = 'contested';
--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_once" ON "corrections" USING btree ("subject_id","field","value") WHERE state = 'suggested';
--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_one" ON "corrections" USING btree ("subject_id","field") WHERE state = 'accepted' or state = 'contested';