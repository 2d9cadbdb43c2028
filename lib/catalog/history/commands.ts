import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { authorshipChanges, historyStart, pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** The authors of some works: author keys by work key. */
export type AuthorsByWork = ReadonlyMap<number, ReadonlySet<number>>;

const worksPerQuery = 1000;

/** Returns the current authors of some works. Authors who answered "not mine" are excluded. */
export async function selectAuthorsByWork(tx: Writer, workKeys: readonly number[]): Promise<AuthorsByWork> {
  const authorsByWork = new Map<number, Set<number>>();
  for (let start = 0; start < workKeys.length; start += worksPerQuery) {
    const isInBatch = inArray(authorships.workKey, workKeys.slice(start, start + worksPerQuery));
    const { workKey, authorKey, state } = authorships;
    for (const row of await tx
      .select({ workKey, authorKey })
      .from(authorships)
      .where(and(isInBatch, ne(state, 'not_mine'))))
      authorsByWork.set(row.workKey, (authorsByWork.get(row.workKey) ?? new Set()).add(row.authorKey));
  }
  return authorsByWork;
}

const noAuthors: ReadonlySet<number> = new Set();

/** Records the authors added to and removed from existing works since `before`. */
export async function recordAuthorships(
  tx: Writer,
  before: AuthorsByWork,
  workKeys: readonly number[],
  by: 'source' | 'person',
): Promise<void> {
  const after = await selectAuthorsByWork(tx, workKeys);
  const at = now();
  const rows = workKeys.flatMap((workKey) => {
    const [authorsBefore, authorsAfter] = [before.get(workKey) ?? noAuthors, after.get(workKey) ?? noAuthors];
    const changeRow = (isOn: boolean) => (authorKey: number) => ({ workKey, authorKey, at, isOn, bySource: by === 'source' });
    return [
      ...[...authorsAfter.difference(authorsBefore)].map(changeRow(true)),
      ...[...authorsBefore.difference(authorsAfter)].map(changeRow(false)),
    ];
  });
  await tx.bulkInsert(authorshipChanges, rows);
}

/**
 * Deletes the record of an author's absence from some works, after the statement of a person that caused it was withdrawn. The history then
 * shows the authorship without a gap, as the sources state it.
 * @param workKeys works to which the author has just returned
 */
export async function deleteRecordedAbsence(tx: Writer, author: number, workKeys: readonly number[]): Promise<void> {
  const { key, authorKey, workKey, bySource } = authorshipChanges;
  for (let start = 0; start < workKeys.length; start += worksPerQuery) {
    const isDecided = and(eq(authorKey, author), eq(bySource, false), inArray(workKey, workKeys.slice(start, start + worksPerQuery)));
    const rows = await tx.select().from(authorshipChanges).where(isDecided).orderBy(desc(key));
    const removedKeys = [...Map.groupBy(rows, (row) => row.workKey).values()].flatMap(([lastChange, previousChange]) =>
      lastChange?.isOn ? [lastChange.key, ...(previousChange && !previousChange.isOn ? [previousChange.key] : [])] : [],
    );
    if (removedKeys.length > 0) await tx.delete(authorshipChanges).where(inArray(key, removedKeys));
  }
}

type Affiliation = { name: string; source: string; year?: number } | null;

/** Records the affiliations that some records showed until now. Affiliations stated by owners are excluded. */
export async function recordAffiliations(tx: Writer, affiliations: ReadonlyMap<number, Affiliation>): Promise<void> {
  const until = now();
  const rows = [...affiliations].map(([authorKey, affiliation]) => {
    const { name, source, year } = affiliation && affiliation.source !== 'owner' ? affiliation : {};
    return { authorKey, until, name: name ?? null, source: source ?? null, year: year ?? null };
  });
  for (let start = 0; start < rows.length; start += worksPerQuery)
    await tx
      .insert(pastAffiliations)
      .values(rows.slice(start, start + worksPerQuery))
      .onConflictDoNothing();
}

/** Stores, once, when the recording of the history started. */
export async function startHistory(tx: Writer): Promise<void> {
  await tx.insert(historyStart).values({ key: 1, at: now() }).onConflictDoNothing();
}
