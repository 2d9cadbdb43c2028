import { eq } from 'drizzle-orm';
import { type AuthorRow, findPublicRecord, recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { affiliationFromSources } from '#lib/catalog/refresh/commands/author-facts.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CorrectionField, isShownValue } from '../model.ts';
import type { Correctable, SubjectQueries } from './subjects.ts';

/** Corrections of author records: the owner decides on them alone, or reviewers if there is none. */
export const recordQueries: SubjectQueries = {
  correctable: correctableRecord,
  unknown: 'unknown_corrected_record',
  valueRefusal({ shown }, field, value) {
    const shownValue = shown.get(field);
    if (shownValue === undefined) return 'stated_by_owner';
    return isShownValue(field, shownValue, value) ? 'same_value' : null;
  },
  sourceValue: async (reader, id, field) => sourcedValue(reader, await correctedRecord(reader, id), field),
  nameOf: async (reader, id) => ({
    name: (await correctedRecord(reader, id)).name,
    path: `/authors/${await recordSlug(reader, id)}`,
  }),
  owners: async (reader, id) => ownersOf(await correctedRecord(reader, id)),
};

/** Returns the account that decides on corrections of a record alone, if there is one. */
const ownersOf = ({ claimState, ownerId }: AuthorRow): string[] => (claimState === 'claimed' && ownerId !== null ? [ownerId] : []);

/** Returns a public record with its correctable fields, by id or by current or former slug; null if there is none. */
async function correctableRecord(reader: Reader, nameInUrl: string): Promise<Correctable | null> {
  const author = await findPublicRecord(reader, nameInUrl);
  if (!author) return null;
  const statements = await readPublicStatements(reader, author);
  const shown = new Map<CorrectionField, string | null>();
  if (!statements?.name?.isShown) shown.set('name', author.name);
  if (!statements?.affiliation && !isHidden(author.privacy, 'affiliations')) shown.set('affiliation', author.affiliation?.name ?? null);
  const { id, slug, name, privacy } = author;
  return { subject: 'author', id, name, path: `/authors/${slug}`, owners: ownersOf(author), privacy, shown };
}

/** Returns the value of a field according to the record's sources, without corrections and owner statements; null if there is none. */
export async function sourcedValue(reader: Reader, author: Pick<AuthorRow, 'key' | 'name' | 'sourceName'>, field: CorrectionField) {
  return field === 'name' ? (author.sourceName ?? author.name) : affiliationFromSources(reader, author.key);
}

/** Returns the row of a record with corrections. */
export async function correctedRecord(reader: Reader, id: string): Promise<typeof authors.$inferSelect> {
  const row = await firstOf(reader, authors, eq(authors.id, id));
  if (!row) throw new Error('The record of a correction is gone.');
  return row;
}
