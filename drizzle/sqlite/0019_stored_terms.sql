UPDATE jobs SET kind = 'check-orcid', once_key = replace(once_key, 'look-at-orcid:', 'check-orcid:') WHERE kind = 'look-at-orcid';
--> statement-breakpoint
UPDATE sign_in_tokens SET identifier = replace(identifier, 'way-back:', 'pending-recovery:') WHERE identifier LIKE 'way-back:%';
--> statement-breakpoint
UPDATE notifications SET facts = json_remove(json_set(facts, '$.attestation', json_extract(facts, '$.word')), '$.word')
  WHERE json_extract(facts, '$.word') IS NOT NULL;
--> statement-breakpoint
UPDATE identity_changes SET undo = json_remove(json_set(undo, '$.mappings', json_extract(undo, '$.ways')), '$.ways')
  WHERE json_extract(undo, '$.ways') IS NOT NULL;
