CREATE TABLE "kept_blocks" (
	"id" text NOT NULL,
	"seal" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_blocks_id_seal_pk" PRIMARY KEY("id","seal")
);
--> statement-breakpoint
CREATE INDEX "kept_blocks_account" ON "kept_blocks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "kept_blocks_seal" ON "kept_blocks" USING btree ("seal");--> statement-breakpoint
CREATE INDEX "kept_blocks_until" ON "kept_blocks" USING btree ("until");