import { connection } from 'next/server';
import { cache } from 'react';
import { findRecordByUrl } from '#lib/catalog/authors/queries/find.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { recordNotesOf } from '../queries/record-notes.ts';

/**
 * Loads upstream notes about a record's accepted corrections. Returns the slug for a permanent redirect, or null if the record is not
 * public.
 */
export const loadRecordNotes = cache(async (slug: string) => {
  await connection();
  const author = await findRecordByUrl(reader(), slug);
  if (author === null || 'redirect' in author) return author;
  const path = `/authors/${author.slug}`;
  return { path, ...(await recordNotesOf(reader(), author, `${env().PUBLIC_URL}${path}`)) };
});
