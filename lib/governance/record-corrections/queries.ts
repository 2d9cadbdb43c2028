import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { type AuthorRow, findPublicRecord } from '#lib/catalog/authors/queries/find.ts';
import { affiliationFromSources } from '#lib/catalog/refresh/commands/author-facts.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { accountsBlockedBy } from '#lib/community/invitations/queries/boundaries.ts';
import { type CorrectionState, isEffective, isReopened, isUndecided } from '#lib/governance/corrections/model.ts';
import { effectiveFirst, maxCorrections, sortByNewest } from '#lib/governance/corrections/queries.ts';
import { recordReadRows } from '#lib/platform/db/dependencies.ts';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { recordCorrections } from '#lib/platform/db/schema/corrections.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type RecordCorrectionView, type RecordField, recordFields } from './model.ts';

export type RecordCorrection = Omit<typeof recordCorrections.$inferSelect, 'field'> & { field: RecordField };

/** Returns a row with its field; null if this version does not know the field. */
export const parseRecordCorrection = (row: typeof recordCorrections.$inferSelect | undefined): RecordCorrection | null => {
  const field = recordFields.find((each) => each === row?.field);
  return row && field ? { ...row, field } : null;
};

export const recordCorrectionById = async (reader: Reader, id: string): Promise<RecordCorrection | null> =>
  parseRecordCorrection(await firstOf(reader, recordCorrections, eq(recordCorrections.id, id)));

/** Returns the account that decides corrections of a record alone; null if reviewers do. */
export const decidingOwnerOf = ({ claimState, ownerId }: { claimState: string; ownerId: string | null }): string | null =>
  claimState === 'claimed' ? ownerId : null;

export interface CorrectableRecord {
  id: string;
  name: string;
  path: string;
  ownerId: string | null;
  privacy: AuthorRow['privacy'];
  /** The shown value of each correctable field. Fields that the owner states or hides are excluded. */
  shown: ReadonlyMap<RecordField, string | null>;
}

/** Returns a public record with its correctable fields, by id or by current or former slug; null if there is none. */
export async function correctableRecord(reader: Reader, name: string): Promise<CorrectableRecord | null> {
  const author = await findPublicRecord(reader, name);
  if (!author) return null;
  const statements = await readPublicStatements(reader, author);
  const shown = new Map<RecordField, string | null>();
  if (!statements?.name?.isShown) shown.set('name', author.name);
  if (!statements?.affiliation && !isHidden(author.privacy, 'affiliations')) shown.set('affiliation', author.affiliation?.name ?? null);
  const { id, slug, privacy } = author;
  return { id, name: author.name, path: `/authors/${slug}`, ownerId: decidingOwnerOf(author), privacy, shown };
}

/** Returns the value of a field according to the record's sources, without corrections and owner statements; null if there is none. */
export async function sourcedValue(reader: Reader, author: Pick<AuthorRow, 'key' | 'name' | 'sourceName'>, field: RecordField) {
  return field === 'name' ? (author.sourceName ?? author.name) : affiliationFromSources(reader, author.key);
}

/** Returns the row of the record that a correction concerns. */
export async function correctedRecordOf(reader: Reader, { authorId }: { authorId: string }): Promise<AuthorRow> {
  const row = await firstOf(reader, authors, eq(authors.id, authorId));
  if (!row) throw new Error('The record of a correction is gone.');
  return row;
}

/** Returns the corrections of a record, newest first. */
async function correctionsOfRecord(reader: Reader, authorId: string): Promise<RecordCorrection[]> {
  const { state, createdAt, id } = recordCorrections;
  const ordering = [effectiveFirst(state), desc(createdAt), desc(id)];
  const query = reader.select().from(recordCorrections);
  const rows = await recordReadRows(['record_corrections'], [authorId], () =>
    query
      .where(eq(recordCorrections.authorId, authorId))
      .orderBy(...ordering)
      .limit(maxCorrections),
  );
  return sortByNewest(rows).flatMap((row) => parseRecordCorrection(row) ?? []);
}

/**
 * Returns the visible corrections of a record, without fields that its owner hides.
 * @param owner the owner of the record, who also sees open suggestions, except by people that they have blocked
 */
export async function visibleCorrectionsOfRecord(
  reader: Reader,
  { id, privacy }: Pick<AuthorRow, 'id' | 'privacy'>,
  owner: string | null = null,
): Promise<RecordCorrectionView[]> {
  const isOwner = owner !== null;
  const blocked = isOwner ? new Set((await accountsBlockedBy(reader, owner)).map((row) => row.id)) : null;
  const isWaiting = ({ state, suggesterId }: RecordCorrection): boolean =>
    blocked !== null && state === 'suggested' && !blocked.has(suggesterId ?? '');
  const isShown = (each: RecordCorrection): boolean =>
    (isEffective(each.state) && (each.field === 'name' || !isHidden(privacy, 'affiliations'))) || isWaiting(each);
  const hidesNames = isHidden(privacy, 'names') && !isOwner;
  return (await correctionsOfRecord(reader, id)).filter(isShown).map(({ field, state, sourceValue, decidedBy, ...rest }) => ({
    isReopened: isReopened({ state, decidedBy }),
    ...{ id: rest.id, field, value: rest.value, sourceValue: field === 'name' && hidesNames ? null : sourceValue },
    ...{ evidenceUrl: rest.evidenceUrl, note: rest.note, createdAt: rest.createdAt, decidedAt: rest.decidedAt },
    ...{ state: state as CorrectionState, decidedBy: decidedBy as RecordCorrectionView['decidedBy'] },
    can: { decide: isOwner && isUndecided(state), revert: isOwner && isEffective(state) },
  }));
}

/** Whether a correction of a record was accepted after a moment, and is in effect. */
export async function isRecordCorrectedSince(reader: Reader, authorId: string, since: Date): Promise<boolean> {
  const { state, decidedAt } = recordCorrections;
  const isEffectiveSince = and(eq(recordCorrections.authorId, authorId), inArray(state, ['accepted', 'contested']), gt(decidedAt, since));
  return hasRow(reader, recordCorrections, isEffectiveSince);
}
