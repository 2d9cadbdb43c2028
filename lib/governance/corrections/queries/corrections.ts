import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { firstOf, hasRow } from '#lib/platform/db/rows.ts';
import { correctionAgreements, corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type CorrectionField, effectiveStates, isCorrectionField } from '../model.ts';

type CorrectionRow = typeof corrections.$inferSelect;
export type Correction = Omit<CorrectionRow, 'field'> & { field: CorrectionField };

/** Returns a row with its field; null if this version does not know the field. */
export const parseCorrection = (row: CorrectionRow | undefined): Correction | null =>
  row && isCorrectionField(row.field) ? { ...row, field: row.field } : null;

export const correctionById = async (reader: Reader, id: string): Promise<Correction | null> =>
  parseCorrection(await firstOf(reader, corrections, eq(corrections.id, id)));

/** Matches the corrections that are shown on the page of their work or record. */
export const isInEffect = (): SQL => inArray(corrections.state, effectiveStates);

/** Matches the corrections of the same field of the same work or record. */
export const isOfSameField = ({ subjectId, field }: Pick<Correction, 'subjectId' | 'field'>): SQL | undefined =>
  and(eq(corrections.subjectId, subjectId), eq(corrections.field, field));

/** Upper bound on corrections that are read for a work or record, because anybody can suggest more. */
const maxCorrections = 100;

/** SQL order: corrections in effect, then suggestions, then ended ones, so that many suggestions cannot displace those in effect. */
const effectiveFirst = sql`case when ${corrections.state} in ('accepted', 'contested') then 0 when ${corrections.state} = 'suggested' then 1 else 2 end`;

/** Returns the corrections of a work or record, newest first. Equal times keep the order of the database. */
export async function correctionsOf(reader: Reader, subjectId: string): Promise<Correction[]> {
  const rows = await reader
    .select()
    .from(corrections)
    .where(eq(corrections.subjectId, subjectId))
    .orderBy(effectiveFirst, desc(corrections.createdAt), desc(corrections.id))
    .limit(maxCorrections);
  return rows.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()).flatMap((row) => parseCorrection(row) ?? []);
}

/** Whether a correction of a work or record was accepted after a moment, and is in effect. */
export const isCorrectedSince = (reader: Reader, subjectId: string, since: Date): Promise<boolean> =>
  hasRow(reader, corrections, and(eq(corrections.subjectId, subjectId), isInEffect(), gt(corrections.decidedAt, since)));

/**
 * What an owner says of a correction: agreement, or contest. An agreement from before the sources changed does not count: the owner is asked
 * again.
 */
interface Agreement {
  accountId: string;
  at: Date;
  counts: boolean;
  contests: boolean;
}

/** Whether an owner contests a correction: then reviewers decide. */
export const isContestedByAuthor = (reader: Reader, id: string): Promise<boolean> =>
  hasRow(reader, correctionAgreements, and(eq(correctionAgreements.correctionId, id), eq(correctionAgreements.contests, true)));

/** Returns the agreements with each correction, and who contests it. */
export async function agreementsByCorrection(reader: Reader, ids: readonly string[]): Promise<Map<string, Agreement[]>> {
  if (ids.length === 0) return new Map();
  const { correctionId, accountId, at, contests } = correctionAgreements;
  const rows = await reader
    .select({ correctionId, accountId, at, contests, state: corrections.state, decidedAt: corrections.decidedAt })
    .from(correctionAgreements)
    .innerJoin(corrections, eq(corrections.id, correctionId))
    .where(inArray(correctionId, [...ids]));
  const isCounted = ({ state, ...row }: (typeof rows)[number]): boolean =>
    !row.contests && (state !== 'contested' || row.decidedAt === null || row.at > row.decidedAt);
  const rowsById = Map.groupBy(rows, (row) => row.correctionId);
  return new Map(
    [...rowsById].map(([id, group]) => [
      id,
      group.map((row) => ({ accountId: row.accountId, at: row.at, contests: row.contests, counts: isCounted(row) })),
    ]),
  );
}
