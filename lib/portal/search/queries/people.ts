import { and } from 'drizzle-orm';
import { authorCardColumns, toAuthorCard } from '#lib/catalog/authors/queries/lists.ts';
import { findNameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { newestWorks } from '#lib/catalog/works/queries/works.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PersonResult } from '../model/results.ts';

const maxRecent = 2;

/** Returns people in the order of the keys, with facts that distinguish namesakes: the matching name variant and the newest works. */
export async function peopleResults(reader: Reader, query: string, keys: readonly number[]): Promise<PersonResult[]> {
  if (keys.length === 0) return [];
  const keyList = [...keys];
  const rows = await reader.prepared(cardsListed, { keys: encodeList(keyList) });
  const names = await reader.prepared(namesListed, { keys: encodeList(keyList) });
  const nameVariants = Map.groupBy(names, ({ authorKey }) => authorKey);
  const recent = await recentWorks(reader, keyList, maxRecent);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keyList.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    const others = isHidden(row.privacy, 'names') ? [] : (nameVariants.get(key) ?? []).map(({ name }) => name);
    const nameList = [row.name, ...others];
    return [{ card: toAuthorCard(row), matched: findNameMatch(query, nameList), recent: recent.get(key) ?? [] }];
  });
}

const cardsListed = (reader: Reader) =>
  reader
    .select({ ...authorCardColumns, privacy: authors.privacy })
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), visibleRecord()))
    .prepare();

const namesListed = (reader: Reader) =>
  reader
    .select({ authorKey: authorNames.authorKey, name: authorNames.name })
    .from(authorNames)
    .where(isInList(authorNames.authorKey, 'keys'))
    .prepare();

const worksListed = (reader: Reader) =>
  reader
    .select(columnsOf(works, 'key', 'id', 'title', 'language', 'year'))
    .from(works)
    .where(isInList(works.key, 'keys'))
    .prepare();

/** Returns the newest works with a title, by author key. */
export async function recentWorks(reader: Reader, keys: readonly number[], limit: number): Promise<Map<number, PersonResult['recent']>> {
  const newestKeys = new Map<number, number[]>();
  for (const key of keys) newestKeys.set(key, await newestWorks(reader, key, limit));
  const rows = await reader.prepared(worksListed, { keys: encodeList([...new Set([...newestKeys.values()].flat())]) });
  const worksByKey = new Map(rows.map((row) => [row.key, row]));
  return new Map(
    [...newestKeys].map(([key, workKeys]) => [
      key,
      workKeys.flatMap((workKey) => {
        const work = worksByKey.get(workKey);
        return work?.title ? [{ id: work.id, title: work.title, language: work.language, year: work.year }] : [];
      }),
    ]),
  );
}
