import { and, eq, exists, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ProvenRecord, worksCorrectedByAuthors } from './proven-record.ts';

/** Matches name variants that a source writes. What only owners write, on works that they have added, is no evidence of who anybody is. */
export function isWrittenBySource(reader: Reader): SQL | undefined {
  const isWritten = and(eq(authorships.authorKey, authorNames.authorKey), eq(authorships.nameAsWritten, authorNames.name));
  const inSources = reader
    .select({ key: authorships.authorKey })
    .from(authorships)
    .where(and(isWritten, ne(authorships.source, 'owner')));
  return or(isNotNull(authorNames.slug), eq(authorNames.native, true), exists(inSources));
}

/** The name that the sources give a record, also if its owner states another one. */
export const nameInSources = sql<string>`coalesce(${authors.sourceName}, ${authors.name})`;

/** Returns all name variants of a person in sources. Excludes those that come only from its owner, or from corrections. */
export async function nameVariantsOf(reader: Reader, { key }: Pick<ProvenRecord, 'key'>): Promise<string[]> {
  const isOfRecord = eq(authorNames.authorKey, key);
  const rows = await reader
    .select({ name: authorNames.name })
    .from(authorNames)
    .where(and(isOfRecord, isWrittenBySource(reader)))
    .limit(100);
  const [record] = await reader.select({ name: nameInSources }).from(authors).where(eq(authors.key, key));
  const names = new Set([...(record ? [record.name] : []), ...rows.map(({ name }) => name)]);
  for (const name of await correctedNamesOnly(reader, { key, name: record?.name ?? '' })) names.delete(name);
  return [...names];
}

/** Returns name variants found only on works whose author lists were corrected by authors. */
async function correctedNamesOnly(reader: Reader, { key, name: own }: Pick<ProvenRecord, 'key' | 'name'>): Promise<Set<string>> {
  const correctedWorkIds = await worksCorrectedByAuthors(reader, key, ['authors']);
  if (correctedWorkIds.size === 0) return new Set();
  const rows = await reader
    .select({ work: works.id, name: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, key));
  const correctedNames = new Set(rows.flatMap(({ work, name }) => (correctedWorkIds.has(work) ? name : [])));
  return correctedNames.difference(new Set([own, ...rows.flatMap(({ work, name }) => (correctedWorkIds.has(work) ? [] : name))]));
}
