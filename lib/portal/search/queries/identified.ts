import { and, eq, inArray, or } from 'drizzle-orm';
import { identifiersIn, type TypedIdentifier } from '#lib/catalog/bibliography/identifiers.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { notUnlisted, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { isDescribed, worksByKey } from '#lib/catalog/works/queries/works.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SearchView } from '../model/results.ts';
import { peopleResults } from './people.ts';

/** Maximum number of works and people per identifier. More can only be errors in the data. */
const maxPerIdentifier = 5;

/** Returns the works and people with an entered identifier. It runs two indexed queries, and none for any other text. */
export async function findByIdentifier(reader: Reader, text: string): Promise<SearchView['identified']> {
  const identifiers = identifiersIn(text);
  const workKeys = await workKeysBy(reader, identifiers);
  const works = await worksByKey(reader, workKeys, null);
  return {
    works: works.filter(({ unseen }) => !unseen),
    people: await peopleResults(reader, text, await authorKeysBy(reader, identifiers)),
  };
}

async function workKeysBy(reader: Reader, identifiers: readonly TypedIdentifier[]): Promise<number[]> {
  const schemes = identifiers.filter(({ scheme }) => scheme === 'doi' || scheme === 'arxiv' || scheme === 'acl');
  const openAlex = identifiers.filter(({ scheme }) => scheme === 'openalex-work').map(({ value }) => value);
  const byScheme = schemes.map(({ scheme, value }) => and(eq(workIdentifiers.scheme, scheme), eq(workIdentifiers.value, value)));
  const byIdentifier =
    byScheme.length === 0
      ? []
      : await reader
          .selectDistinct({ key: works.key })
          .from(workIdentifiers)
          .innerJoin(works, eq(works.key, workIdentifiers.workKey))
          .where(and(or(...byScheme), isDescribed))
          .orderBy(works.key)
          .limit(maxPerIdentifier);
  const byOpenAlexId =
    openAlex.length === 0
      ? []
      : await reader
          .select({ key: works.key })
          .from(workSources)
          .innerJoin(works, eq(works.key, workSources.workKey))
          .where(and(eq(workSources.source, 'openalex'), inArray(workSources.recordId, openAlex), isDescribed))
          .limit(maxPerIdentifier);
  return [...byIdentifier, ...byOpenAlexId].map(({ key }) => key);
}

/**
 * Returns records by a source's person id or a shown ORCID iD. A record is excluded if its owner hides the iD or, for other ids, the name
 * variants.
 */
async function authorKeysBy(reader: Reader, identifiers: readonly TypedIdentifier[]): Promise<number[]> {
  const ids = identifiers.flatMap(({ scheme, value }) =>
    scheme === 'orcid' ? [{ source: 'orcid', id: value }] : scheme === 'openalex-author' ? [{ source: 'openalex', id: value }] : [],
  );
  const keys = new Set<number>();
  for (const { source, id } of ids) {
    const bySource = await reader
      .select({ key: authors.key, privacy: authors.privacy })
      .from(authorSources)
      .innerJoin(authors, eq(authors.key, authorSources.authorKey))
      .where(and(eq(authorSources.source, source), eq(authorSources.recordId, id), isFindable))
      .limit(maxPerIdentifier);
    const byShownOrcid =
      source === 'orcid'
        ? await reader
            .select({ key: authors.key, privacy: authors.privacy })
            .from(authors)
            .where(and(eq(authors.orcid, id), isFindable))
            .limit(maxPerIdentifier)
        : [];
    for (const { key, privacy } of [...byShownOrcid, ...bySource])
      if (!isHidden(privacy, source === 'orcid' ? 'orcid' : 'names')) keys.add(key);
  }
  return [...keys];
}

/** Excludes created profiles without any support, as everywhere in search. */
const isFindable = and(visibleRecord(), notUnlisted());
