UPDATE jobs SET kind = 'check-orcid', once_key = replace(once_key, 'look-at-orcid:', 'check-orcid:') WHERE kind = 'look-at-orcid';
--> statement-breakpoint
UPDATE sign_in_tokens SET identifier = replace(identifier, 'way-back:', 'pending-recovery:') WHERE identifier LIKE 'way-back:%';
--> statement-breakpoint
UPDATE notifications SET facts = ((facts::jsonb - 'word') || jsonb_build_object('attestation', facts -> 'word'))::json
  WHERE facts ->> 'word' IS NOT NULL;
--> statement-breakpoint
UPDATE identity_changes SET undo = ((undo::jsonb - 'ways') || jsonb_build_object('mappings', undo -> 'ways'))::json
  WHERE undo -> 'ways' IS NOT NULL;
