CREATE TABLE "author_letters" (
	"kind" text NOT NULL,
	"letter" text NOT NULL,
	"claimed" boolean NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "author_letters_kind_letter_claimed_pk" PRIMARY KEY("kind","letter","claimed")
);
--> statement-breakpoint
INSERT INTO author_letters (kind, letter, claimed, count)
  SELECT kind, substr(list_name, 1, 1), claim_state = 'claimed', count(*) FROM authors WHERE visibility = 'visible' AND merged_into IS NULL AND works_count > 0 GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION count_author_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE author_letters SET count = count - 1
      WHERE kind = old.kind AND letter = substr(old.list_name, 1, 1) AND claimed = (old.claim_state = 'claimed') AND old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0;
    DELETE FROM author_letters WHERE count = 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO author_letters (kind, letter, claimed, count) SELECT new.kind, substr(new.list_name, 1, 1), new.claim_state = 'claimed', 1 WHERE new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0
      ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER author_letters_inserted AFTER INSERT ON authors FOR EACH ROW WHEN (new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0) EXECUTE FUNCTION count_author_letter();
--> statement-breakpoint
CREATE TRIGGER author_letters_deleted AFTER DELETE ON authors FOR EACH ROW WHEN (old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0) EXECUTE FUNCTION count_author_letter();
--> statement-breakpoint
CREATE TRIGGER author_letters_updated AFTER UPDATE OF visibility, merged_into, works_count, claim_state, kind, sort_name ON authors FOR EACH ROW
  WHEN ((old.visibility = 'visible' AND old.merged_into IS NULL AND old.works_count > 0) IS DISTINCT FROM (new.visibility = 'visible' AND new.merged_into IS NULL AND new.works_count > 0) OR old.kind <> new.kind OR (old.claim_state = 'claimed') <> (new.claim_state = 'claimed')
  OR substr(old.list_name, 1, 1) <> substr(new.list_name, 1, 1)) EXECUTE FUNCTION count_author_letter();
