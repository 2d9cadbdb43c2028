CREATE TABLE "saved_works" (
	"account_id" text NOT NULL,
	"work_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_works_account_id_work_id_pk" PRIMARY KEY("account_id","work_id")
);
--> statement-breakpoint
CREATE INDEX "saved_works_newest" ON "saved_works" USING btree ("account_id","since","work_id");