-- So far whoever had lost by the first decision has appealed: whom it is about, where it was as somebody had asked.
ALTER TABLE "appeals" ADD COLUMN "side" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "review_id" text;--> statement-breakpoint
UPDATE "appeals" SET "side" = case when "of" in ('report', 'merge') and exists (
	select 1 from "reviews" where "reviews"."subject_id" = "appeals"."subject_id" and "reviews"."kind" = "appeals"."of"
	and "reviews"."state" = 'decided' and "reviews"."decision" in ('uphold', 'approve')
) then 'other' else 'asker' end, "review_id" = (
	select "id" from "reviews" where "reviews"."subject_id" = "appeals"."subject_id" and "reviews"."kind" = 'appeal'
	order by "opened_at" desc limit 1
);--> statement-breakpoint
ALTER TABLE "appeals" ALTER COLUMN "side" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "appeals" DROP CONSTRAINT "appeals_pkey";--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_subject_id_side_pk" PRIMARY KEY("subject_id","side");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_review" ON "appeals" USING btree ("review_id");
