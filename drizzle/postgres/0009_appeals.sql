CREATE TABLE "appeals" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"of" text NOT NULL,
	"account_id" text,
	"words" text,
	"state" text NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"remedy" text
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "marks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "visibility_requests" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "visibility_requests" ADD COLUMN "was" text;--> statement-breakpoint
CREATE INDEX "appeals_account" ON "appeals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","at");