CREATE TABLE "data_export_parts" (
	"export_id" text NOT NULL,
	"file" text NOT NULL,
	"number" integer NOT NULL,
	"account_id" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "data_export_parts_export_id_file_number_pk" PRIMARY KEY("export_id","file","number")
);
--> statement-breakpoint
CREATE TABLE "data_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"content" json,
	"taken" json,
	"received_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "data_export_parts_account" ON "data_export_parts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "data_imports_account" ON "data_imports" USING btree ("account_id","received_at");--> statement-breakpoint
CREATE INDEX "data_imports_received" ON "data_imports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_one_waiting" ON "data_exports" USING btree ("account_id") WHERE state = 'waiting';