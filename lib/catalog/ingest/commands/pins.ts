import { and, eq, exists, inArray, ne, or, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { authorshipOpinions, authorshipPins } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Works that somebody has moved away from the record to which their sources map: "work from" → the current record. */
export type Pins = ReadonlyMap<string, number>;

export const pinnedRecordOf = (pins: Pins, workKey: number | null, authorKey: number): number | undefined =>
  pins.get(`${workKey} ${authorKey}`);

const toPins = (rows: readonly (typeof authorshipPins.$inferSelect)[]): Pins =>
  new Map(rows.map(({ workKey, fromKey, toKey }) => [`${workKey} ${fromKey}`, toKey]));

export const selectPinsOfWorks = async (tx: Writer, workKeys: readonly number[]): Promise<Pins> =>
  workKeys.length === 0 ? new Map() : toPins(await tx.prepared(selectPins, { works: encodeList(workKeys) }));

const selectPins = (tx: Writer) => tx.select().from(authorshipPins).where(isInList(authorshipPins.workKey, 'works')).prepare();

/** Returns the works that were moved away from a record, each with its current record. */
export async function selectPinsFromRecord(tx: Writer, authorKey: number): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.prepared(selectPinsFrom, { authorKey });
  return new Map(rows.map(({ workKey, toKey }) => [workKey, toKey]));
}

const selectPinsFrom = (tx: Writer) =>
  tx
    .select()
    .from(authorshipPins)
    .where(eq(authorshipPins.fromKey, sql.placeholder('authorKey')))
    .prepare();

/** Returns the owners' opinions on works of some records, as authorship states: "work author" → state. */
export async function selectStatedOpinions(tx: Writer, authorKeys: Iterable<number>): Promise<ReadonlyMap<string, string>> {
  if (!(await hasRow(tx, authorshipOpinions, undefined))) return new Map();
  const rows = await tx.prepared(selectOpinions, { authors: encodeList([...new Set(authorKeys)]) });
  const states: Record<string, string> = { mine: 'confirmed', not_mine: 'not_mine' };
  return new Map(rows.map(({ workKey, authorKey, opinion }) => [`${workKey} ${authorKey}`, states[opinion] ?? 'asserted']));
}

/** "Not mine" removes a work only for an owner who has proved control of the record. */
const selectOpinions = (tx: Writer) => {
  const { workKey, authorKey, opinion, accountId } = authorshipOpinions;
  const strongClaim = tx
    .select({ id: claims.id })
    .from(authors)
    .innerJoin(claims, eq(claims.authorId, authors.id))
    .where(
      and(
        ...[eq(authors.key, authorKey), eq(claims.accountId, accountId)],
        ...[inArray(claims.state, ['accepted', 'suspended']), eq(claims.strength, 'strong')],
      ),
    );
  return tx
    .select({ workKey, authorKey, opinion })
    .from(authorshipOpinions)
    .where(and(isInList(authorKey, 'authors'), or(ne(opinion, 'not_mine'), exists(strongClaim))))
    .prepare();
};
