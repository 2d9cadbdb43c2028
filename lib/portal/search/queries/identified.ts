import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { identifiersIn, type TypedIdentifier } from '#lib/catalog/sources/identifiers.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { isDescribed, worksByKey } from '#lib/catalog/works/queries/works.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { SearchView } from '../model/results.ts';
import { peopleFound } from './people.ts';

/** Works and people that one identifier leads to: more have it only by mistake. */
const most = 5;

/** The works and people that a typed identifier means, whatever else the search finds. Two indexed reads, and none for any other text. */
export async function identifiedBy(reader: Reader, text: string): Promise<SearchView['identified']> {
  const typed = identifiersIn(text);
  const workKeys = await workKeysBy(reader, typed);
  const found = await worksByKey(reader, workKeys, null);
  return { works: found.filter(({ unseen }) => !unseen), people: await peopleFound(reader, text, await authorKeysBy(reader, typed)) };
}

async function workKeysBy(reader: Reader, typed: readonly TypedIdentifier[]): Promise<number[]> {
  const schemes = typed.filter(({ scheme }) => scheme === 'doi' || scheme === 'arxiv' || scheme === 'acl');
  const openAlex = typed.filter(({ scheme }) => scheme === 'openalex-work').map(({ value }) => value);
  const byScheme = schemes.map(({ scheme, value }) => and(eq(workIdentifiers.scheme, scheme), eq(workIdentifiers.value, value)));
  const identified =
    byScheme.length === 0
      ? []
      : await reader
          .selectDistinct({ key: works.key })
          .from(workIdentifiers)
          .innerJoin(works, eq(works.key, workIdentifiers.workKey))
          .where(and(or(...byScheme), isDescribed))
          .orderBy(works.key)
          .limit(most);
  const recorded =
    openAlex.length === 0
      ? []
      : await reader
          .select({ key: works.key })
          .from(workSources)
          .innerJoin(works, eq(works.key, workSources.workKey))
          .where(and(eq(workSources.source, 'openalex'), inArray(workSources.recordId, openAlex), isDescribed))
          .limit(most);
  return [...identified, ...recorded].map(({ key }) => key);
}

/** Records by an id of a source, or by the iD that they show. An owner who hides their iD, or their other names, is not found by it. */
async function authorKeysBy(reader: Reader, typed: readonly TypedIdentifier[]): Promise<number[]> {
  const ids = typed.flatMap(({ scheme, value }) =>
    scheme === 'orcid' ? [{ source: 'orcid', id: value }] : scheme === 'openalex-author' ? [{ source: 'openalex', id: value }] : [],
  );
  const keys = new Set<number>();
  for (const { source, id } of ids) {
    const bySource = await reader
      .select({ key: authors.key, privacy: authors.privacy })
      .from(authorSources)
      .innerJoin(authors, eq(authors.key, authorSources.authorKey))
      .where(and(eq(authorSources.source, source), eq(authorSources.recordId, id), isFindable))
      .limit(most);
    const shown =
      source === 'orcid'
        ? await reader
            .select({ key: authors.key, privacy: authors.privacy })
            .from(authors)
            .where(and(eq(authors.orcid, id), isFindable))
            .limit(most)
        : [];
    for (const { key, privacy } of [...shown, ...bySource]) if (!isHidden(privacy, source === 'orcid' ? 'orcid' : 'names')) keys.add(key);
  }
  return [...keys];
}

/** Found by search at all: also no created profile that nothing supports yet. */
const isFindable = and(visibleRecord(), ne(authors.visibility, 'unlisted'));
