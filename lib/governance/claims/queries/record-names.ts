import { eq } from 'drizzle-orm';
import { authorNames } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ProvenRecord, worksCorrectedByAuthors } from './proven-record.ts';

/** Returns all name variants of a person in sources. Excludes those that come only from corrections. */
export async function nameVariantsOf(reader: Reader, record: Pick<ProvenRecord, 'key' | 'name'>): Promise<string[]> {
  const rows = await reader.select({ name: authorNames.name }).from(authorNames).where(eq(authorNames.authorKey, record.key)).limit(100);
  const names = new Set([record.name, ...rows.map(({ name }) => name)]);
  for (const name of await correctedNamesOnly(reader, record)) names.delete(name);
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
