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
