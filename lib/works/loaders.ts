import { connection } from 'next/server';
import { cache } from 'react';
import { reader } from '../db/store.ts';
import { confirmedBy } from '../identity/queries/opinions.ts';
import { sourceLabel } from '../imports/model.ts';
import type { CitedWork } from './model/citations/cited.ts';
import { citationById, citationsByIds } from './queries/citations.ts';
import { factsOfWork, otherVersions, resolutionsOf } from './queries/provenance.ts';
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

/** What stands behind a work's page: who says what, other versions of it, and how its names were resolved. */
export async function loadProvenance(id: string) {
  await connection();
  const [facts, versions, resolutions, confirmed] = await Promise.all([
    factsOfWork(reader(), id),
    otherVersions(reader(), id),
    resolutionsOf(reader(), id),
    confirmedBy(reader(), id),
  ]);
  return { facts, versions, confirmed, resolutions: resolutions.map((each) => ({ ...each, source: sourceLabel(each.source) })) };
}

/** Works of some ids as citations, each once; and the ids that lead to none. */
export async function loadCitations(ids: readonly string[]) {
  await connection();
  return citationsByIds(reader(), ids);
}
