CREATE TABLE `clock_heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `witness_deliveries` (
	`witness` text NOT NULL,
	`day` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	`delivered_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	PRIMARY KEY(`witness`, `day`)
);
--> statement-breakpoint
CREATE TABLE `witness_origins` (
	`origin` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`pinned_at` integer NOT NULL,
	`conflict` text,
	`conflict_at` integer
);
--> statement-breakpoint
CREATE TABLE `witnessed_heads` (
	`origin` text NOT NULL,
	`day` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`signature` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`origin`, `day`)
);
