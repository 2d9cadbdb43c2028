import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { listedRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
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

async function selectCandidates(reader: Reader, authorKey: number, ownKey: string): Promise<Map<number, Similarity>> {
  const range = variantRange(ownKey);
  const exactRows = await reader.prepared(selectNames, { keys: encodeList([ownKey, ...variantKeys(ownKey)]) });
  const rangeRows = range
    ? await reader.prepared(selectVariants, { from: range.from, to: `${range.from}\uffff`, ending: `%-${range.family}` })
    : [];
  const similarities = new Map<number, Similarity>();
  for (const { authorKey: key, nameKey: otherKey } of [...exactRows, ...rangeRows]) {
    const similarity = key === authorKey ? null : nameSimilarity(ownKey, otherKey);
    const previous = similarities.get(key);
    if (similarity && (!previous || similarityOrder.indexOf(similarity) < similarityOrder.indexOf(previous)))
      similarities.set(key, similarity);
  }
  return similarities;
}

const nameColumns = columnsOf(authorNames, 'authorKey', 'nameKey');

const selectNames = (reader: Reader) => reader.select(nameColumns).from(authorNames).where(isInList(authorNames.nameKey, 'keys')).prepare();

/** The names of a range of the index that end in a family name. */
const selectVariants = (reader: Reader) => {
  const { nameKey: column } = authorNames;
  const found = reader
    .select(nameColumns)
    .from(authorNames)
    .where(and(gte(column, sql.placeholder('from')), lt(column, sql.placeholder('to'))))
    .orderBy(asc(column))
    .limit(maxScannedNames)
    .as('found');
  return (
    reader
      .select()
      .from(found)
      // SQLite would plan the query again for each value of a plain placeholder after `like`.
      .where(sql`${found.nameKey} like (${sql.placeholder('ending')} || '')`)
      .limit(maxCandidates)
      .prepare()
  );
};
