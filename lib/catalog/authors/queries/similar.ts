import { and, eq, inArray, ne } from 'drizzle-orm';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { nameSimilarity, type Similarity, similarReasons, variantKeys, variantRange } from '#lib/platform/names/similar.ts';
import type { SimilarName } from '../model/author.ts';
import type { AuthorRow } from './find.ts';

const maxShown = 8;
/** Upper bound on names read from the index. A common initial may have more; the rest is not considered. */
const maxScannedNames = 3000;
const maxCandidates = 60;

const similarityOrder: Similarity[] = ['same', 'spaced', 'given', 'initial'];

/**
 * Returns other people whose names could refer to the same person as an author's name: most similar first, then by name. Runs two bounded
 * index reads.
 */
export async function similarNames(reader: Reader, author: Pick<AuthorRow, 'key' | 'name' | 'kind'>): Promise<SimilarName[]> {
  const ownKey = nameKey(author.name);
  if (ownKey === '' || author.kind !== 'person') return [];
  const similarities = await selectCandidates(reader, author.key, ownKey);
  if (similarities.size === 0) return [];
  const rows = await reader
    .select({ key: authors.key, slug: authors.slug, name: authors.name, works: authors.worksCount, privacy: authors.privacy })
    .from(authors)
    .where(and(inArray(authors.key, [...similarities.keys()]), ne(authors.key, author.key), listedRecord(), eq(authors.kind, 'person')));
  // If a person hides other names, only the displayed name is compared.
  for (const { key, name, privacy } of rows) {
    const similarityOfName = isHidden(privacy, 'names') ? nameSimilarity(ownKey, nameKey(name)) : similarities.get(key);
    if (similarityOfName) similarities.set(key, similarityOfName);
    else similarities.delete(key);
  }
  const rank = ({ key }: { key: number }): number => similarityOrder.indexOf(similarities.get(key) ?? 'initial');
  return rows
    .filter(({ key }) => similarities.has(key))
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.key - b.key))
    .slice(0, maxShown)
    .map(({ key, slug, name, works }) => ({ slug, name, works, reason: similarReasons[similarities.get(key) ?? 'initial'] }));
}

interface NameKeyRow {
  author_key: number;
  name_key: string;
}

async function selectCandidates(reader: Reader, authorKey: number, ownKey: string): Promise<Map<number, Similarity>> {
  const exactQuery = 'select author_key, name_key from author_names where name_key in $many';
  const exactRows = await reader.query<NameKeyRow>(exactQuery, [ownKey, ...variantKeys(ownKey)]);
  const range = variantRange(ownKey);
  const rangeRows = range
    ? await reader.query<NameKeyRow>(
        `select author_key, name_key from
           (select author_key, name_key from author_names where name_key >= ? and name_key < ? order by name_key limit ${maxScannedNames}) as found
         where name_key like (? || '') limit ${maxCandidates}`,
        [],
        [range.from, `${range.from}\uffff`, `%-${range.family}`],
      )
    : [];
  const similarities = new Map<number, Similarity>();
  for (const { author_key, name_key } of [...exactRows, ...rangeRows]) {
    const similarity = author_key === authorKey ? null : nameSimilarity(ownKey, name_key);
    const previous = similarities.get(author_key);
    if (similarity && (!previous || similarityOrder.indexOf(similarity) < similarityOrder.indexOf(previous)))
      similarities.set(author_key, similarity);
  }
  return similarities;
}
