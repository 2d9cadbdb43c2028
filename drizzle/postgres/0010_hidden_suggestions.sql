CREATE TABLE "hidden_suggestions" (
	"account_id" text NOT NULL,
	"author_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hidden_suggestions_account_id_author_id_pk" PRIMARY KEY("account_id","author_id")
);
--> statement-breakpoint
CREATE INDEX "hidden_suggestions_author" ON "hidden_suggestions" USING btree ("author_id");