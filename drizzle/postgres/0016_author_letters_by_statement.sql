-- A transaction that adds 1,000 people counted each of them with a version of its own of the letter's row, and read all of these for the next.
DROP TRIGGER author_letters_inserted ON authors;
--> statement-breakpoint
DROP TRIGGER author_letters_deleted ON authors;
--> statement-breakpoint
DROP TRIGGER author_letters_updated ON authors;
--> statement-breakpoint
DROP FUNCTION count_author_letter();
--> statement-breakpoint
CREATE FUNCTION add_author_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO author_letters (kind, letter, claimed, count)
    SELECT kind, substr(list_name, 1, 1), claim_state = 'claimed', count(*)
    FROM added WHERE visibility = 'visible' AND merged_into IS NULL AND works_count > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION remove_author_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO author_letters (kind, letter, claimed, count)
    SELECT kind, substr(list_name, 1, 1), claim_state = 'claimed', -count(*)
    FROM removed WHERE visibility = 'visible' AND merged_into IS NULL AND works_count > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + excluded.count;
  IF FOUND THEN DELETE FROM author_letters WHERE count = 0; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_author_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO author_letters (kind, letter, claimed, count)
    SELECT kind, letter, claimed, sum(change) FROM (
      SELECT kind, substr(list_name, 1, 1) AS letter, claim_state = 'claimed' AS claimed, 1 AS change
      FROM added WHERE visibility = 'visible' AND merged_into IS NULL AND works_count > 0
      UNION ALL
      SELECT kind, substr(list_name, 1, 1), claim_state = 'claimed', -1
      FROM removed WHERE visibility = 'visible' AND merged_into IS NULL AND works_count > 0
    ) AS changes GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (kind, letter, claimed) DO UPDATE SET count = author_letters.count + excluded.count;
  IF FOUND THEN DELETE FROM author_letters WHERE count = 0; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER author_letters_inserted AFTER INSERT ON authors REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_author_letters();
--> statement-breakpoint
CREATE TRIGGER author_letters_deleted AFTER DELETE ON authors REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_author_letters();
--> statement-breakpoint
CREATE TRIGGER author_letters_updated AFTER UPDATE ON authors REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_author_letters();
