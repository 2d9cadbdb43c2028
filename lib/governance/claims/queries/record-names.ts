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

/** Returns the authors of a work: the name variants of the record, the names of the co-authors, and the year if sources state it. */
export async function signersOf(
  reader: Reader,
  record: Pick<ProvenRecord, 'key' | 'name'>,
  workId: string,
): Promise<{ own: string[]; others: string[]; year: number | null }> {
  const rows = await reader
    .select({ author: authorships.authorKey, name: authorships.nameAsWritten, year: works.year })
    .from(works)
    .innerJoin(authorships, eq(authorships.workKey, works.key))
    .where(eq(works.id, workId));
  const others = rows.filter(({ author }) => author !== record.key).map(({ name }) => name);
  const isCorrected = (await worksCorrectedByAuthors(reader, record.key, ['authors', 'date'])).has(workId);
  return { own: await nameVariantsOf(reader, record), others, year: isCorrected ? null : (rows[0]?.year ?? null) };
}
