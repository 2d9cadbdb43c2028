import { connection } from 'next/server';
import { cache } from 'react';
import { contextsOfWork } from '#lib/catalog/contexts/queries/contexts.ts';
import { relatedWorks } from '#lib/catalog/contexts/queries/related-works.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { creditsOfWork } from '#lib/catalog/statements/queries/contributions.ts';
import { confirmersOf } from '#lib/catalog/statements/queries/opinions.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { citationById, citationsByIds } from '#lib/catalog/works/queries/citations.ts';
import { factsOfWork, otherVersions, resolutionsOf } from '#lib/catalog/works/queries/provenance.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { reader } from '#lib/platform/db/store.ts';

/** Loads a work by its permanent id; null if it does not exist. */
export const loadWork = cache(async (id: string) => {
  await connection();
  return workById(reader(), id);
});

/** Loads a work as a citation; null if it does not exist. */
export const loadCitation = cache(async (id: string): Promise<CitedWork | null> => {
  await connection();
  return citationById(reader(), id);
});

/** Loads the data of a work's page: provenance, other versions, and how its names were resolved. */
export async function loadProvenance(id: string) {
  await connection();
  const [facts, versions, resolutions, confirmed, credits, contexts] = await Promise.all([
    factsOfWork(reader(), id),
    otherVersions(reader(), id),
    resolutionsOf(reader(), id),
    confirmersOf(reader(), id),
    creditsOfWork(reader(), id),
    contextsOfWork(reader(), id),
  ]);
  return {
    facts,
    versions,
    confirmed,
    credits,
    contexts,
    resolutions: resolutions.map((each) => ({ ...each, source: sourceLabel(each.source) })),
  };
}

/** Loads related works, each with the reason. */
export async function loadRelatedWorks(id: string) {
  await connection();
  return relatedWorks(reader(), id);
}

/** Loads works by id as citations, without duplicates, and the ids that do not exist. */
export async function loadCitations(ids: readonly string[]) {
  await connection();
  return citationsByIds(reader(), ids);
}
