-- Paths of records have the id of the record. Their names are those of the record in the path, but for the co-author who has confirmed.
UPDATE notifications SET facts = (CASE
    WHEN kind = 'attestation_given' OR facts ->> 'name' IS NULL OR facts ->> 'name' = 'A former member' THEN facts::jsonb
    ELSE facts::jsonb - 'name' || jsonb_build_object('author', found.author) END
    || jsonb_build_object('path', regexp_replace(facts ->> 'path', '^/(authors|claim)/[^/?#]+', '/\1/' || found.author)))::json
  FROM (
    SELECT n.id, coalesce(a.id, former.id) AS author
      FROM (SELECT id, substring(facts ->> 'path' FROM '^/(?:authors|claim)/([^/?#]+)') AS slug FROM notifications) n
      LEFT JOIN authors a ON a.slug = n.slug
      LEFT JOIN author_slugs s ON s.slug = n.slug
      LEFT JOIN authors former ON former.key = s.author_key) found
  WHERE found.id = notifications.id AND found.author IS NOT NULL;
--> statement-breakpoint
-- Invitations and conversations name the other side.
UPDATE notifications SET facts = ((notifications.facts::jsonb - 'name') || jsonb_build_object('author', found.author))::json
  FROM (
    SELECT n.id, a.id AS author FROM notifications n
      LEFT JOIN threads t ON replace(n.facts ->> 'path', '#collaboration', '') LIKE '/threads/%' AND t.id = substr(replace(n.facts ->> 'path', '#collaboration', ''), 10)
      JOIN invitations i ON i.id = coalesce(t.invitation_id, CASE WHEN n.facts ->> 'path' LIKE '/invitations/%' THEN substr(n.facts ->> 'path', 14) END)
      JOIN authors a ON a.id = CASE WHEN n.account_id = i.recipient_id THEN i.sender_author_id ELSE i.recipient_author_id END
      WHERE n.facts ->> 'name' <> 'A former member') found
  WHERE found.id = notifications.id;
--> statement-breakpoint
UPDATE notifications SET facts = ((notifications.facts::jsonb - 'name') || jsonb_build_object('author', found.author))::json
  FROM (
    SELECT n.id, a.id AS author FROM notifications n
      LEFT JOIN attestations t ON t.id = substr(n.once_key, 19)
      JOIN authors a ON a.id = CASE n.kind WHEN 'attestation_given' THEN t.from_author_id WHEN 'attestation_ended' THEN t.author_id
        ELSE split_part(n.once_key, ':', 3) END
      WHERE n.kind IN ('attestation_given', 'attestation_ended', 'attestation_requested') AND n.facts ->> 'name' <> 'A former member') found
  WHERE found.id = notifications.id;
--> statement-breakpoint
-- Other names belong to the only record that has or had them. The rest stays as it is.
UPDATE notifications SET facts = ((notifications.facts::jsonb - 'name') || jsonb_build_object('author', found.author))::json
  FROM (
    SELECT n.id, min(a.id) AS author FROM notifications n
      JOIN (SELECT id, name FROM authors WHERE merged_into IS NULL UNION SELECT id, source_name FROM authors WHERE source_name IS NOT NULL AND merged_into IS NULL) a ON a.name = n.facts ->> 'name'
      WHERE n.facts ->> 'name' <> 'A former member' AND n.kind NOT IN ('correction_decided', 'correction_waiting')
      GROUP BY n.id HAVING count(*) = 1) found
  WHERE found.id = notifications.id;
