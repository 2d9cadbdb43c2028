import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import type { CorrectableField } from '#lib/catalog/works/model/correctable-fields.ts';
import { columnsOf, hasRow } from '#lib/platform/db/rows.ts';
import { authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** The record of a proof, with what is known before a probe. */
export interface ProvenRecord extends Pick<AuthorRow, 'id' | 'key' | 'slug' | 'name' | 'orcid'> {
  rorId: string | null;
}

export async function provenRecord(reader: Reader, authorId: string): Promise<ProvenRecord | null> {
  const columns = columnsOf(authors, 'id', 'key', 'slug', 'name', 'orcid', 'affiliation');
  const [author] = await reader.select(columns).from(authors).where(eq(authors.id, authorId)).limit(1);
  if (!author) return null;
  const { affiliation, ...record } = author;
  return { ...record, rorId: await provingRorId(reader, author) };
}

/**
 * Returns the ROR id that a source states for the record. Statements of the owner and corrections are excluded, because they are not
 * evidence.
 */
export const sourcedRorId = (affiliation: { rorId?: string; source: string } | null): string | null =>
  affiliation && affiliation.source !== 'owner' && affiliation.source !== 'correction' ? (affiliation.rorId ?? null) : null;

/**
 * Returns the works of a record for which authors have corrected one of the fields. Such corrections are shown but are not evidence: for
 * another author of the work they would be statements of two accounts.
 */
export async function worksCorrectedByAuthors(
  reader: Reader,
  authorKey: number,
  fields: readonly CorrectableField[],
): Promise<Set<string>> {
  const { subjectId, field, decidedBy, state } = corrections;
  const byAuthors = and(inArray(field, [...fields]), eq(decidedBy, 'authors'), inArray(state, ['accepted', 'contested']));
  const rows = await reader
    .select({ subjectId })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(corrections, eq(subjectId, works.id))
    .where(and(eq(authorships.authorKey, authorKey), byAuthors));
  return new Set(rows.map((row) => row.subjectId));
}

/** Matches authorships that sources state. Works that only the owner describes are not evidence, and what an owner has marked changes none. */
export const signedBySources = (authorKey: number) => and(eq(authorships.authorKey, authorKey), ne(authorships.source, 'owner'));

/** Whether a source gives works to a record. A staff list that names such a record is no evidence of whose works these are. */
export const hasWorksOfSources = (reader: Reader, authorKey: number): Promise<boolean> =>
  hasRow(reader, authorships, signedBySources(authorKey));

/** Returns the ROR id that is evidence of a record's institution: one that a source of its works states, or a staff list if it has none. */
export async function provingRorId(reader: Reader, { key, affiliation }: Pick<AuthorRow, 'key' | 'affiliation'>): Promise<string | null> {
  return affiliation?.source === 'roster' && (await hasWorksOfSources(reader, key)) ? null : sourcedRorId(affiliation);
}

/** Returns all URLs of a record on this instance, the permanent one first. */
export async function addressesOfRecord(reader: Reader, record: ProvenRecord, publicUrl: string): Promise<string[]> {
  const isOfRecord = eq(authorSlugs.authorKey, record.key);
  const formerSlugs = await reader.select({ slug: authorSlugs.slug }).from(authorSlugs).where(isOfRecord).limit(100);
  return [...new Set([record.id, record.slug, ...formerSlugs.map(({ slug }) => slug)])].map((name) => `${publicUrl}/authors/${name}`);
}
