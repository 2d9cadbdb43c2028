CREATE TABLE "added_works" (
	"record_id" text PRIMARY KEY NOT NULL,
	"work_id" text NOT NULL,
	"author_id" text NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_drafts" (
	"account_id" text NOT NULL,
	"author_id" text NOT NULL,
	"entries" json NOT NULL,
	"faults" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_drafts_account_id_author_id_pk" PRIMARY KEY("account_id","author_id")
);
--> statement-breakpoint
CREATE INDEX "added_works_author" ON "added_works" USING btree ("author_id","work_id");--> statement-breakpoint
CREATE INDEX "added_works_account" ON "added_works" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "work_drafts_at" ON "work_drafts" USING btree ("at");