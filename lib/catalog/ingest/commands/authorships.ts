import { inArray } from 'drizzle-orm';
import type { AuthorsByWork } from '#lib/catalog/history/commands.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { StoredPerson } from './name-matching.ts';
import { selectStatedOpinions } from './pins.ts';

/** The desired state of an authorship. `state` and decisions of people are carried over from the stored rows. */
export type Authorship = Omit<typeof authorships.$inferSelect, 'key' | 'state'>;

/** Returns the stored authorships of works, by work key. */
export async function selectStoredAuthorships(tx: Writer, workKeys: readonly number[]): Promise<Map<number, StoredPerson[]>> {
  if (workKeys.length === 0) return new Map();
  const rows = await tx.query<StoredPerson>(
    'select key, work_key, author_key, position, name_as_written, family, affiliation, affiliation_source, resolved_by, source, state, sort_date from authorships where work_key in $many',
    workKeys,
  );
  rows.sort((a, b) => a.key - b.key);
  return Map.groupBy(rows, ({ work_key }) => work_key);
}

/** Returns the current authors of works. Authors who answered "not mine" are excluded. */
export const authorsByWorkOf = (stored: ReadonlyMap<number, readonly StoredPerson[]>): AuthorsByWork =>
  new Map(
    [...stored].map(([workKey, rows]) => [workKey, new Set(rows.flatMap((row) => (row.state === 'not_mine' ? [] : row.author_key)))]),
  );

/**
 * Updates the authorships of works to the desired state. Unchanged rows keep their key; other rows are deleted. "Not mine" and "confirmed"
 * stay with the person, even if a source had withdrawn the work for a while, because opinions are stored separately.
 */
export async function writeAuthorships(tx: Writer, desired: readonly Authorship[], stored: Map<number, StoredPerson[]>): Promise<void> {
  const removedKeys: number[] = [];
  const rows: (typeof authorships.$inferInsert)[] = [];
  const opinions = await selectStatedOpinions(tx, new Set(desired.map(({ authorKey }) => authorKey)));
  for (const [workKey, desiredOfWork] of Map.groupBy(desired, (authorship) => authorship.workKey)) {
    const remaining = [...(stored.get(workKey) ?? [])];
    for (const authorship of desiredOfWork) {
      const index = remaining.findIndex((row) => row.author_key === authorship.authorKey && row.position === authorship.position);
      const sameRow = index < 0 ? undefined : remaining.splice(index, 1)[0];
      const otherRow = (stored.get(workKey) ?? []).find((row) => row.author_key === authorship.authorKey);
      const state = sameRow?.state ?? otherRow?.state ?? opinions.get(`${workKey} ${authorship.authorKey}`) ?? 'asserted';
      if (sameRow && isUnchanged(sameRow, authorship)) continue;
      if (sameRow) removedKeys.push(sameRow.key);
      rows.push({ ...authorship, state });
    }
    removedKeys.push(...remaining.map(({ key }) => key));
  }
  const worksWithAuthors = new Set(desired.map(({ workKey }) => workKey));
  for (const [workKey, remaining] of stored) if (!worksWithAuthors.has(workKey)) removedKeys.push(...remaining.map(({ key }) => key));
  for (let start = 0; start < removedKeys.length; start += 1000)
    await tx.delete(authorships).where(inArray(authorships.key, removedKeys.slice(start, start + 1000)));
  await tx.bulkInsert(authorships, rows);
}

const isUnchanged = (row: StoredPerson, authorship: Authorship): boolean =>
  row.name_as_written === authorship.nameAsWritten &&
  row.family === authorship.family &&
  row.affiliation === authorship.affiliation &&
  row.affiliation_source === authorship.affiliationSource &&
  row.sort_date === authorship.sortDate &&
  row.resolved_by === authorship.resolvedBy &&
  row.source === authorship.source;
