import { connection } from 'next/server';
import { cache } from 'react';
import { reader } from '../db/store.ts';
import type { CitedWork } from './model/citations/cited.ts';
import { citationById } from './queries/citations.ts';
import { workById } from './queries.ts';

/** One work by its public id, or null. */
export const loadWork = cache(async (id: string) => {
  await connection();
  return workById(reader(), id);
});

/** One work as citations say it, or null. */
export const loadCitation = cache(async (id: string): Promise<CitedWork | null> => {
  await connection();
  return citationById(reader(), id);
});
