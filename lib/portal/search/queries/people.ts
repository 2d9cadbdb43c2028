import { and, inArray } from 'drizzle-orm';
import { asCard, card } from '#lib/catalog/authors/queries/lists.ts';
import { nameMatch } from '#lib/catalog/search-index/model/closeness.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { slotsByDate } from '#lib/catalog/works/queries/works.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PersonFound } from '../model/results.ts';

const maxRecent = 2;

/** People in the order of their keys given, with what tells namesakes apart: which spelling answers the query, and newest works. */
export async function peopleFound(reader: Reader, query: string, keys: readonly number[]): Promise<PersonFound[]> {
  if (keys.length === 0) return [];
  const some = [...keys];
  const rows = await reader
    .select({ ...card, privacy: authors.privacy })
    .from(authors)
    .where(and(inArray(authors.key, some), visibleRecord()));
  const names = await reader
    .select({ authorKey: authorNames.authorKey, name: authorNames.name })
    .from(authorNames)
    .where(inArray(authorNames.authorKey, some));
  const spellings = Map.groupBy(names, ({ authorKey }) => authorKey);
  const recent = await recentWorks(reader, some, maxRecent);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return some.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    const others = isHidden(row.privacy, 'names') ? [] : (spellings.get(key) ?? []).map(({ name }) => name);
    const written = [row.name, ...others];
    return [{ card: asCard(row), matched: nameMatch(query, written), recent: recent.get(key) ?? [] }];
  });
}

/** The newest titled works of each. */
export async function recentWorks(reader: Reader, keys: readonly number[], limit: number): Promise<Map<number, PersonFound['recent']>> {
  const slots = new Map<number, number[]>();
  for (const key of keys)
    slots.set(
      key,
      (await slotsByDate(reader, key, null, limit)).map(({ workKey }) => workKey),
    );
  const rows = await reader.query<{ key: number; id: string; title: string | null; year: number | null }>(
    'select key, id, title, year from works where key in $many',
    [...new Set([...slots.values()].flat())],
  );
  const works = new Map(rows.map((row) => [row.key, row]));
  return new Map(
    [...slots].map(([key, mine]) => [
      key,
      mine.flatMap((workKey) => {
        const work = works.get(workKey);
        return work?.title ? [{ id: work.id, title: work.title, year: work.year }] : [];
      }),
    ]),
  );
}
