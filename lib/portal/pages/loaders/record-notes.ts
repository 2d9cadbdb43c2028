import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { recordNotesOf } from '../queries/record-notes.ts';

/** Loads upstream notes about a record's accepted corrections. */
export const loadRecordNotes = recordLoader(async (author) => {
  const path = `/authors/${author.slug}`;
  return { path, ...(await recordNotesOf(reader(), author, `${env().PUBLIC_URL}${path}`)) };
});
