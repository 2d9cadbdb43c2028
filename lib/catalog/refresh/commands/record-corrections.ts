import { and, inArray } from 'drizzle-orm';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import type { RowsOf, Writer } from '#lib/platform/db/store.ts';
import type { OwnerStatements } from './owner-statements.ts';
import type { RecordState } from './trust.ts';

type Affiliation = NonNullable<RecordState['affiliation']>;

/** The corrections that a record shows. */
export interface RecordCorrections {
  name: { value: string; by: 'owner' | 'reviewers' } | null;
  /** `place` is null if the affiliation was corrected to none. */
  affiliation: { place: Affiliation | null } | null;
}

export const noCorrections: RecordCorrections = { name: null, affiliation: null };

const selectCorrections = (tx: Writer) => {
  const { subjectId, state } = corrections;
  return tx
    .select(columnsOf(corrections, 'subjectId', 'field', 'value', 'state', 'decidedBy', 'decidedAt'))
    .from(corrections)
    .where(and(isInList(subjectId, 'authors'), inArray(state, ['suggested', 'accepted', 'contested'])))
    .prepare();
};
type CorrectionRow = RowsOf<ReturnType<typeof selectCorrections>>[number];

/** Returns the corrections of some records, by record id. A record without any correction, including undecided ones, has no entry. */
export async function recordCorrectionsOf(tx: Writer, ids: readonly string[]): Promise<Map<string, RecordCorrections>> {
  const rows = await tx.prepared(selectCorrections, { authors: encodeList(ids) });
  const rorIds = await rorIdsOf(tx, [...new Set(rows.filter(({ field }) => field === 'affiliation').map(({ value }) => value))]);
  const rowsByAuthor = Map.groupBy(rows, ({ subjectId }) => subjectId);
  return new Map([...rowsByAuthor].map(([id, authorRows]) => [id, shownCorrections(authorRows, rorIds)]));
}

function shownCorrections(rows: readonly CorrectionRow[], rorIds: ReadonlyMap<string, string>): RecordCorrections {
  const shownRow = (field: string): CorrectionRow | undefined => rows.find((row) => row.field === field && row.state !== 'suggested');
  const [name, affiliation] = [shownRow('name'), shownRow('affiliation')];
  return {
    name: name ? { value: name.value, by: name.decidedBy === 'owner' ? 'owner' : 'reviewers' } : null,
    affiliation: affiliation ? { place: affiliation.value === '' ? null : affiliationOf(affiliation, rorIds) } : null,
  };
}

/** A correction that the owner has accepted counts as the owner's statement. */
function affiliationOf({ value: name, decidedBy, decidedAt }: CorrectionRow, rorIds: ReadonlyMap<string, string>): Affiliation {
  const rorId = rorIds.get(name);
  const year = decidedAt === null ? {} : { year: decidedAt.getUTCFullYear() };
  return { name, ...(rorId && { rorId }), source: decidedBy === 'owner' ? 'owner' : 'correction', ...year };
}

/**
 * Returns the affiliation that a record shows: the owner's, otherwise the corrected one, otherwise that of its sources. Trust is computed
 * from the statements of owner and sources; a correction gives no points.
 */
export function resolveShownAffiliation(
  state: RecordState | undefined,
  statements: OwnerStatements,
  { affiliation }: RecordCorrections,
): Affiliation | null {
  if (!affiliation || statements.affiliation || isHidden(statements.privacy, 'affiliations')) return state?.affiliation ?? null;
  return affiliation.place;
}
