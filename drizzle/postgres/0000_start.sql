-- COLLATE "C", added by hand: lists, prefixes and ranges follow the order of code points, as on SQLite, whatever the server's locale.
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"email" text,
	"email_verified" timestamp (3) with time zone,
	"image" text,
	"sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone,
	"recovery_email" text,
	"recovery_confirmed_at" timestamp (3) with time zone,
	"passkey_required_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"href" text,
	"from" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"created_by" text
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_export_parts" (
	"export_id" text NOT NULL,
	"file" text NOT NULL,
	"number" integer NOT NULL,
	"account_id" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "data_export_parts_export_id_file_number_pk" PRIMARY KEY("export_id","file","number")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"file" text,
	"bytes" integer,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
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
CREATE TABLE "erasures" (
	"account_id" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"refresh_token" text,
	"access_token" text,
	"expires_at" integer,
	"token_type" text,
	"scope" text,
	"id_token" text,
	"session_state" text,
	"linked_at" timestamp (3) with time zone,
	CONSTRAINT "logins_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"challenge" text NOT NULL,
	"purpose" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"transports" json DEFAULT '[]'::json NOT NULL,
	"name" text NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" text,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "roles_account_id_role_pk" PRIMARY KEY("account_id","role")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"session_token" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone,
	"id" text,
	"device" text,
	"signed_in_by" text,
	"seen_at" timestamp (3) with time zone,
	"network" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_tokens" (
	"identifier" text NOT NULL,
	"token" text NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_tokens_identifier_token_pk" PRIMARY KEY("identifier","token")
);
--> statement-breakpoint
CREATE TABLE "author_names" (
	"author_key" integer NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"works" integer DEFAULT 0 NOT NULL,
	"native" boolean DEFAULT false NOT NULL,
	CONSTRAINT "author_names_author_key_name_pk" PRIMARY KEY("author_key","name")
);
--> statement-breakpoint
CREATE TABLE "author_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"author_key" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "author_sources" (
	"source" text NOT NULL,
	"record_id" text NOT NULL,
	"author_key" integer NOT NULL,
	"record_key" integer,
	CONSTRAINT "author_sources_source_record_id_pk" PRIMARY KEY("source","record_id")
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "authors_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"slug" text NOT NULL,
	"kind" text DEFAULT 'person' NOT NULL,
	"name" text NOT NULL,
	"source_name" text,
	"sort_name" text COLLATE "C" NOT NULL,
	"affiliation" json,
	"orcid" text,
	"orcid_authenticated" boolean DEFAULT false NOT NULL,
	"works_count" integer DEFAULT 0 NOT NULL,
	"coauthors_count" integer DEFAULT 0 NOT NULL,
	"close_collaborators_count" integer DEFAULT 0 NOT NULL,
	"topics_count" integer DEFAULT 0 NOT NULL,
	"followers_count" integer DEFAULT 0 NOT NULL,
	"first_year" integer,
	"last_year" integer,
	"sources" json DEFAULT '[]'::json NOT NULL,
	"flags" json DEFAULT '[]'::json NOT NULL,
	"claim_state" text DEFAULT 'unclaimed' NOT NULL,
	"owner_id" text,
	"visibility" text DEFAULT 'visible' NOT NULL,
	"availability" json,
	"indicators_hidden" boolean DEFAULT false NOT NULL,
	"privacy" json,
	"pinned" json DEFAULT '[]'::json NOT NULL,
	"merged_into" integer,
	"stale" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "name_suggestions" (
	"author_key" integer NOT NULL,
	"other_key" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "name_suggestions_author_key_other_key_pk" PRIMARY KEY("author_key","other_key")
);
--> statement-breakpoint
CREATE TABLE "owner_statements" (
	"author_id" text NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owner_statements_author_id_field_pk" PRIMARY KEY("author_id","field")
);
--> statement-breakpoint
CREATE TABLE "source_names" (
	"source" text NOT NULL,
	"name" text NOT NULL,
	"record_id" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "source_names_source_name_pk" PRIMARY KEY("source","name")
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"subject_id" text NOT NULL,
	"side" text NOT NULL,
	"review_id" text,
	"of" text NOT NULL,
	"account_id" text,
	"words" text,
	"state" text NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"remedy" text,
	CONSTRAINT "appeals_subject_id_side_pk" PRIMARY KEY("subject_id","side")
);
--> statement-breakpoint
CREATE TABLE "claim_events" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"event" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"strength" text NOT NULL,
	"reason" text,
	"remedy" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"notice_ends_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"claim_id" text NOT NULL,
	"account_id" text NOT NULL,
	"proof_id" text,
	"kind" text NOT NULL,
	"strength" text NOT NULL,
	"question_id" text DEFAULT '' NOT NULL,
	"marks" boolean DEFAULT true NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"author_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"target" text NOT NULL,
	"token" text,
	"family" text NOT NULL,
	"strength" text,
	"method" text DEFAULT 'evidence-1' NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"observed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"event_id" text
);
--> statement-breakpoint
CREATE TABLE "review_votes" (
	"review_id" text NOT NULL,
	"account_id" text NOT NULL,
	"decision" text NOT NULL,
	"favours" text,
	"reason" text NOT NULL,
	"remedy" text,
	"note" text,
	"at" timestamp (3) with time zone NOT NULL,
	"network" text,
	CONSTRAINT "review_votes_review_id_account_id_pk" PRIMARY KEY("review_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"author_id" text,
	"parties" json DEFAULT '[]'::json NOT NULL,
	"votes_needed" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decision" text,
	"reason" text,
	"remedy" text
);
--> statement-breakpoint
CREATE TABLE "affiliations" (
	"text" text PRIMARY KEY NOT NULL,
	"context_key" integer,
	"rule" text
);
--> statement-breakpoint
CREATE TABLE "author_contexts" (
	"author_key" integer NOT NULL,
	"context_key" integer NOT NULL,
	"works" integer NOT NULL,
	"first_year" integer,
	"last_year" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "author_contexts_author_key_context_key_pk" PRIMARY KEY("author_key","context_key")
);
--> statement-breakpoint
CREATE TABLE "contexts" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "contexts_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"name_key" text NOT NULL,
	"name" text NOT NULL,
	"sort_name" text COLLATE "C" NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"works_count" integer DEFAULT 0 NOT NULL,
	"people_count" integer DEFAULT 0 NOT NULL,
	"first_year" integer,
	"last_year" integer,
	"stale" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation_domains" (
	"domain" text NOT NULL,
	"ror_id" text NOT NULL,
	CONSTRAINT "organisation_domains_domain_ror_id_pk" PRIMARY KEY("domain","ror_id")
);
--> statement-breakpoint
CREATE TABLE "organisation_names" (
	"name_key" text NOT NULL,
	"ror_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "organisation_names_name_key_ror_id_pk" PRIMARY KEY("name_key","ror_id")
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"ror_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text,
	"city" text,
	"status" text NOT NULL,
	"url" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_contexts" (
	"work_key" integer NOT NULL,
	"context_key" integer NOT NULL,
	"sort_date" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "work_contexts_work_key_context_key_pk" PRIMARY KEY("work_key","context_key")
);
--> statement-breakpoint
CREATE TABLE "context_follows" (
	"account_id" text NOT NULL,
	"context_id" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "context_follows_account_id_context_id_pk" PRIMARY KEY("account_id","context_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"account_id" text NOT NULL,
	"author_id" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_account_id_author_id_pk" PRIMARY KEY("account_id","author_id")
);
--> statement-breakpoint
CREATE TABLE "record_events" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "record_events_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"after_work" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"query" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coauthor_edges" (
	"author_key" integer NOT NULL,
	"coauthor_key" integer NOT NULL,
	"works" integer NOT NULL,
	"first_year" integer,
	"last_year" integer,
	CONSTRAINT "coauthor_edges_author_key_coauthor_key_pk" PRIMARY KEY("author_key","coauthor_key")
);
--> statement-breakpoint
CREATE TABLE "authorship_opinions" (
	"author_key" integer NOT NULL,
	"work_key" integer NOT NULL,
	"opinion" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "authorship_opinions_author_key_work_key_pk" PRIMARY KEY("author_key","work_key")
);
--> statement-breakpoint
CREATE TABLE "authorship_pins" (
	"work_key" integer NOT NULL,
	"from_key" integer NOT NULL,
	"to_key" integer NOT NULL,
	"change_id" text NOT NULL,
	CONSTRAINT "authorship_pins_work_key_from_key_pk" PRIMARY KEY("work_key","from_key")
);
--> statement-breakpoint
CREATE TABLE "identity_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"author_id" text NOT NULL,
	"other_id" text,
	"work_ids" json DEFAULT '[]'::json NOT NULL,
	"other_name" text,
	"undo" json,
	"reason" text NOT NULL,
	"account_id" text,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"undo_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "visibility_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"author_id" text NOT NULL,
	"wanted" text NOT NULL,
	"by" text NOT NULL,
	"account_id" text,
	"was" text,
	"state" text NOT NULL,
	"token_hash" text,
	"contact" text,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"input" text NOT NULL,
	"state" text NOT NULL,
	"cursor" json,
	"summary" json,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "quarantined_records" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "quarantined_records_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"input" text NOT NULL,
	"record_id" text NOT NULL,
	"reason" text NOT NULL,
	"excerpt" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"import_id" text
);
--> statement-breakpoint
CREATE TABLE "source_records" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "source_records_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"payload" json NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"import_id" text
);
--> statement-breakpoint
CREATE TABLE "author_indicators" (
	"author_key" integer NOT NULL,
	"method" text NOT NULL,
	"value" double precision NOT NULL,
	"works" integer NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "author_indicators_author_key_method_pk" PRIMARY KEY("author_key","method")
);
--> statement-breakpoint
CREATE TABLE "work_indicators" (
	"work_key" integer NOT NULL,
	"method" text NOT NULL,
	"value" double precision NOT NULL,
	"parts" json DEFAULT '{}'::json NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_indicators_work_key_method_pk" PRIMARY KEY("work_key","method")
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"account_id" text NOT NULL,
	"blocked_id" text NOT NULL,
	"kind" text DEFAULT 'block' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_account_id_blocked_id_pk" PRIMARY KEY("account_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "collaborations" (
	"id" text PRIMARY KEY NOT NULL,
	"thread_id" text NOT NULL,
	"pair" text NOT NULL,
	"from_author_id" text NOT NULL,
	"to_author_id" text NOT NULL,
	"proposed_by" text NOT NULL,
	"state" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"sender_id" text NOT NULL,
	"sender_author_id" text NOT NULL,
	"recipient_id" text NOT NULL,
	"recipient_author_id" text NOT NULL,
	"purpose" text NOT NULL,
	"message" text NOT NULL,
	"work_ids" json DEFAULT '[]'::json NOT NULL,
	"expected_time" text,
	"link" text,
	"state" text NOT NULL,
	"pair" text NOT NULL,
	"decline_reason" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retained_blocks" (
	"id" text NOT NULL,
	"seal" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retained_blocks_id_seal_pk" PRIMARY KEY("id","seal")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"thread_id" text NOT NULL,
	"account_id" text NOT NULL,
	"body" text NOT NULL,
	"work_ids" json DEFAULT '[]'::json NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_members" (
	"thread_id" text NOT NULL,
	"account_id" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"muted_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "thread_members_thread_id_account_id_pk" PRIMARY KEY("thread_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" text PRIMARY KEY NOT NULL,
	"invitation_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "clock_heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" json NOT NULL,
	"state" text NOT NULL,
	"once_key" text,
	"run_at" timestamp (3) with time zone NOT NULL,
	"lease_ends_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"account_id" text PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"hour" integer NOT NULL,
	"weekday" integer NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"last_work" integer DEFAULT 0 NOT NULL,
	"last_news" integer DEFAULT 0 NOT NULL,
	"unsubscribe_token" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"mail" text NOT NULL,
	"centre" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_settings_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"facts" json NOT NULL,
	"once_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"facts" json DEFAULT '{}'::json NOT NULL,
	"note" text,
	"reporter_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"once_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"number" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_key" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"form" text COLLATE "C" NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	CONSTRAINT "search_vocabulary_form_word_pk" PRIMARY KEY("form","word")
);
--> statement-breakpoint
CREATE TABLE "attestations" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_id" text NOT NULL,
	"from_author_id" text NOT NULL,
	"from_account_id" text NOT NULL,
	"work_id" text,
	"state" text NOT NULL,
	"event_id" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "evidence_events" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"author_id" text NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_secrets" (
	"number" integer PRIMARY KEY NOT NULL,
	"account_id" text,
	"salt" text NOT NULL,
	"facts" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_end" (
	"id" integer PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_heads" (
	"day" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "snapshot_signatures" (
	"author_key" integer NOT NULL,
	"number" integer NOT NULL,
	"body" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "snapshot_signatures_author_key_number_pk" PRIMARY KEY("author_key","number")
);
--> statement-breakpoint
CREATE TABLE "trust_snapshots" (
	"author_key" integer NOT NULL,
	"number" integer NOT NULL,
	"method" text NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"points" integer NOT NULL,
	"level" integer NOT NULL,
	"label" text NOT NULL,
	"parts" json NOT NULL,
	"facts" json,
	"events" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trust_snapshots_author_key_number_pk" PRIMARY KEY("author_key","number")
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
CREATE TABLE "authorships" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "authorships_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"work_key" integer NOT NULL,
	"author_key" integer NOT NULL,
	"position" integer,
	"name_as_written" text NOT NULL,
	"affiliation" text,
	"resolved_by" text NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'asserted' NOT NULL,
	"sort_date" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_checks" (
	"work_key" integer PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"source" text NOT NULL,
	"author_key" integer NOT NULL,
	"work_key" integer NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "listings_source_author_key_work_key_pk" PRIMARY KEY("source","author_key","work_key")
);
--> statement-breakpoint
CREATE TABLE "work_identifiers" (
	"scheme" text NOT NULL,
	"value" text NOT NULL,
	"work_key" integer NOT NULL,
	CONSTRAINT "work_identifiers_scheme_value_work_key_pk" PRIMARY KEY("scheme","value","work_key")
);
--> statement-breakpoint
CREATE TABLE "work_sources" (
	"source" text NOT NULL,
	"record_id" text NOT NULL,
	"work_key" integer NOT NULL,
	"record_key" integer NOT NULL,
	"content_hash" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_sources_source_record_id_pk" PRIMARY KEY("source","record_id")
);
--> statement-breakpoint
CREATE TABLE "work_titles" (
	"work_key" integer PRIMARY KEY NOT NULL,
	"title_key" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "works" (
	"key" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "works_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"title" text,
	"title_tree" json,
	"abstract" text,
	"abstract_tree" json,
	"abstract_source" text,
	"type" text NOT NULL,
	"year" integer,
	"date" text,
	"venue" text,
	"volume" text,
	"pages" text,
	"publisher" text,
	"language" text,
	"doi" text,
	"url" text,
	"category" text,
	"code_state" text,
	"code_url" text,
	"code_evidence" text,
	"retracted" boolean DEFAULT false NOT NULL,
	"authors_count" integer DEFAULT 0 NOT NULL,
	"authors_complete" boolean DEFAULT true NOT NULL,
	"sources" json DEFAULT '[]'::json NOT NULL,
	"conflicts" json DEFAULT '[]'::json NOT NULL,
	"indicators" json DEFAULT '[]'::json NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "announcements_until" ON "announcements" USING btree ("until");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "data_export_parts_account" ON "data_export_parts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "data_exports_account" ON "data_exports" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_one_waiting" ON "data_exports" USING btree ("account_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "data_imports_account" ON "data_imports" USING btree ("account_id","received_at");--> statement-breakpoint
CREATE INDEX "data_imports_received" ON "data_imports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "logins_account" ON "logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "author_names_key" ON "author_names" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "author_slugs_author" ON "author_slugs" USING btree ("author_key");--> statement-breakpoint
CREATE INDEX "author_sources_author" ON "author_sources" USING btree ("author_key");--> statement-breakpoint
CREATE UNIQUE INDEX "authors_id" ON "authors" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "authors_slug" ON "authors" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "authors_sort_name" ON "authors" USING btree ("sort_name","key");--> statement-breakpoint
CREATE INDEX "authors_owner" ON "authors" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "authors_stale" ON "authors" USING btree ("key") WHERE stale;--> statement-breakpoint
CREATE INDEX "authors_suppressed" ON "authors" USING btree ("key") WHERE visibility = 'suppressed';--> statement-breakpoint
CREATE INDEX "authors_renamed" ON "authors" USING btree ("key") WHERE source_name is not null;--> statement-breakpoint
CREATE INDEX "authors_listed" ON "authors" USING btree ("works_count") WHERE visibility = 'visible' and merged_into is null and works_count > 0;--> statement-breakpoint
CREATE INDEX "authors_claimed" ON "authors" USING btree ("key") WHERE claim_state = 'claimed';--> statement-breakpoint
CREATE INDEX "authors_merged" ON "authors" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "name_suggestions_other" ON "name_suggestions" USING btree ("other_key");--> statement-breakpoint
CREATE INDEX "owner_statements_account" ON "owner_statements" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_review" ON "appeals" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "appeals_account" ON "appeals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "claim_events_claim" ON "claim_events" USING btree ("claim_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_one_per_author" ON "claims" USING btree ("author_id") WHERE state in ('notice_period', 'in_review', 'accepted', 'suspended');--> statement-breakpoint
CREATE INDEX "claims_account" ON "claims" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "claims_author" ON "claims" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "disputes_author" ON "disputes" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "disputes_account" ON "disputes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "disputes_question" ON "disputes" USING btree ("question_id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one" ON "disputes" USING btree ("claim_id","account_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "proofs_account" ON "proofs" USING btree ("account_id","author_id");--> statement-breakpoint
CREATE INDEX "proofs_author" ON "proofs" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "proofs_due" ON "proofs" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_one" ON "proofs" USING btree ("account_id","author_id","kind","target") WHERE state in ('issued', 'observed', 'valid', 'stale');--> statement-breakpoint
CREATE INDEX "review_votes_account" ON "review_votes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reviews_queue" ON "reviews" USING btree ("state","opened_at");--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "reviews_subject" ON "reviews" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one" ON "reviews" USING btree ("kind","subject_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "affiliations_context" ON "affiliations" USING btree ("context_key");--> statement-breakpoint
CREATE INDEX "author_contexts_context" ON "author_contexts" USING btree ("context_key","last_year","works","author_key");--> statement-breakpoint
CREATE UNIQUE INDEX "contexts_id" ON "contexts" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "contexts_name" ON "contexts" USING btree ("kind","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "contexts_slug" ON "contexts" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "contexts_sort_name" ON "contexts" USING btree ("kind","sort_name","key");--> statement-breakpoint
CREATE INDEX "organisation_domains_organisation" ON "organisation_domains" USING btree ("ror_id");--> statement-breakpoint
CREATE INDEX "organisation_names_organisation" ON "organisation_names" USING btree ("ror_id");--> statement-breakpoint
CREATE INDEX "work_contexts_context" ON "work_contexts" USING btree ("context_key","sort_date","work_key");--> statement-breakpoint
CREATE INDEX "work_contexts_new" ON "work_contexts" USING btree ("context_key","work_key");--> statement-breakpoint
CREATE INDEX "context_follows_context" ON "context_follows" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "follows_author" ON "follows" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "record_events_author" ON "record_events" USING btree ("author_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("account_id","query");--> statement-breakpoint
CREATE INDEX "coauthor_edges_author" ON "coauthor_edges" USING btree ("author_key","works");--> statement-breakpoint
CREATE INDEX "coauthor_edges_coauthor" ON "coauthor_edges" USING btree ("coauthor_key","works");--> statement-breakpoint
CREATE INDEX "authorship_pins_from" ON "authorship_pins" USING btree ("from_key");--> statement-breakpoint
CREATE INDEX "identity_changes_author" ON "identity_changes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "identity_changes_other" ON "identity_changes" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "identity_changes_settle" ON "identity_changes" USING btree ("undo_until") WHERE state = 'applied';--> statement-breakpoint
CREATE UNIQUE INDEX "identity_changes_one" ON "identity_changes" USING btree ("kind","author_id","other_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "visibility_requests_author" ON "visibility_requests" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visibility_requests_token" ON "visibility_requests" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "imports_source" ON "imports" USING btree ("source","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantined_records_record" ON "quarantined_records" USING btree ("source","input","record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "source_records_version" ON "source_records" USING btree ("source","kind","record_id","version");--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collaborations_one_per_pair" ON "collaborations" USING btree ("pair") WHERE state in ('proposed', 'confirmed');--> statement-breakpoint
CREATE INDEX "collaborations_from" ON "collaborations" USING btree ("from_author_id","state");--> statement-breakpoint
CREATE INDEX "collaborations_to" ON "collaborations" USING btree ("to_author_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open_per_pair" ON "invitations" USING btree ("pair") WHERE state in ('sent', 'seen');--> statement-breakpoint
CREATE INDEX "invitations_sender" ON "invitations" USING btree ("sender_id","sent_at");--> statement-breakpoint
CREATE INDEX "invitations_recipient" ON "invitations" USING btree ("recipient_id","sent_at");--> statement-breakpoint
CREATE INDEX "invitations_pair" ON "invitations" USING btree ("pair","sent_at");--> statement-breakpoint
CREATE INDEX "retained_blocks_account" ON "retained_blocks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "retained_blocks_seal" ON "retained_blocks" USING btree ("seal");--> statement-breakpoint
CREATE INDEX "retained_blocks_until" ON "retained_blocks" USING btree ("until");--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("thread_id","sent_at");--> statement-breakpoint
CREATE INDEX "thread_members_account" ON "thread_members" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_invitation" ON "threads" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_once" ON "jobs" USING btree ("once_key") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "digests_due" ON "digests" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "digests_token" ON "digests" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("account_id","once_key");--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id","state");--> statement-breakpoint
CREATE INDEX "reports_queue" ON "reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("once_key") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_subject" ON "search_documents" USING btree ("kind","subject_key");--> statement-breakpoint
CREATE INDEX "attestations_author" ON "attestations" USING btree ("author_id","state");--> statement-breakpoint
CREATE INDEX "attestations_from" ON "attestations" USING btree ("from_account_id","state");--> statement-breakpoint
CREATE INDEX "attestations_expiry" ON "attestations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attestations_one" ON "attestations" USING btree ("kind","author_id","from_author_id") WHERE state in ('requested', 'given');--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_events_id" ON "evidence_events" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_events_place" ON "evidence_events" USING btree ("author_id","place");--> statement-breakpoint
CREATE INDEX "evidence_secrets_account" ON "evidence_secrets" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "authorships_slot" ON "authorships" USING btree ("work_key","position");--> statement-breakpoint
CREATE INDEX "authorships_author" ON "authorships" USING btree ("author_key","sort_date","work_key");--> statement-breakpoint
CREATE INDEX "authorships_work" ON "authorships" USING btree ("work_key","author_key");--> statement-breakpoint
CREATE INDEX "authorships_new" ON "authorships" USING btree ("author_key","work_key");--> statement-breakpoint
CREATE INDEX "code_checks_checked" ON "code_checks" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "listings_author" ON "listings" USING btree ("author_key");--> statement-breakpoint
CREATE INDEX "work_identifiers_work" ON "work_identifiers" USING btree ("work_key");--> statement-breakpoint
CREATE INDEX "work_sources_work" ON "work_sources" USING btree ("work_key");--> statement-breakpoint
CREATE INDEX "work_titles_key" ON "work_titles" USING btree ("title_key");--> statement-breakpoint
CREATE UNIQUE INDEX "works_id" ON "works" USING btree ("id");--> statement-breakpoint
CREATE INDEX "works_code" ON "works" USING btree ("key") WHERE code_url is not null;
--> statement-breakpoint
-- Full text over search_documents. The text is folded by the app, so the 'simple' configuration only splits it. PostgreSQL's parser would keep
-- "mr.tydi" and "3.5" whole, as hosts and numbers, so punctuation becomes spaces, as on SQLite.
ALTER TABLE "search_documents" ADD COLUMN "terms" tsvector GENERATED ALWAYS AS (
  setweight(to_tsvector('simple', translate("title", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'A') ||
  setweight(to_tsvector('simple', translate("body", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'B')
) STORED;
--> statement-breakpoint
-- An index of words each for people (0), works (1) and topics, venues and institutions (2), by the range of their numbers: the first
-- letter of a name begins few names and a great many words of abstracts. lib/search/tables.ts asks with the same expression.
CREATE INDEX "search_documents_people" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 0;
--> statement-breakpoint
CREATE INDEX "search_documents_works" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 1;
--> statement-breakpoint
CREATE INDEX "search_documents_contexts" ON "search_documents" USING gin ("terms") WHERE "number" >> 51 = 2;
