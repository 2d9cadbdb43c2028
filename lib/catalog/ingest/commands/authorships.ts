import { inArray } from 'drizzle-orm';
import type { Standing } from '#lib/catalog/history/commands.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { StoredPerson } from './name-matching.ts';
import { statedOpinions } from './pins.ts';

/** The desired state of an authorship. `state` and decisions of people are carried over from the stored rows. */
export type Authorship = Omit<typeof authorships.$inferSelect, 'key' | 'state'>;

/** Returns the stored authorships of works, by work key. */
export async function storedAuthorships(tx: Writer, workKeys: readonly number[]): Promise<Map<number, StoredPerson[]>> {
  if (workKeys.length === 0) return new Map();
  const rows = await tx.query<StoredPerson>(
    'select key, work_key, author_key, position, name_as_written, affiliation, affiliation_source, resolved_by, source, state, sort_date from authorships where work_key in $many',
    workKeys,
  );
  rows.sort((a, b) => a.key - b.key);
  return Map.groupBy(rows, ({ work_key }) => work_key);
}

/** Returns the current authors of works. Authors who answered "not mine" are excluded. */
export const storedIn = (stored: ReadonlyMap<number, readonly StoredPerson[]>): Standing =>
  new Map(
    [...stored].map(([workKey, rows]) => [workKey, new Set(rows.flatMap((row) => (row.state === 'not_mine' ? [] : row.author_key)))]),
  );

const columns = [
  ...['work_key', 'author_key', 'position', 'name_as_written', 'affiliation', 'affiliation_source'],
  ...['resolved_by', 'source', 'state', 'sort_date'],
];

/**
 * Updates the authorships of works to the desired state. Unchanged rows keep their key; other rows are deleted. "Not mine" and "confirmed"
 * stay with the person, even if a source had withdrawn the work for a while, because opinions are stored separately.
 */
export async function writeAuthorships(tx: Writer, desired: readonly Authorship[], stored: Map<number, StoredPerson[]>): Promise<void> {
  const gone: number[] = [];
  const rows: unknown[][] = [];
  const opinions = await statedOpinions(tx, new Set(desired.map(({ authorKey }) => authorKey)));
  for (const [workKey, own] of Map.groupBy(desired, (each) => each.workKey)) {
    const before = [...(stored.get(workKey) ?? [])];
    for (const each of own) {
      const at = before.findIndex((row) => row.author_key === each.authorKey && row.position === each.position);
      const same = at < 0 ? undefined : before.splice(at, 1)[0];
      const other = (stored.get(workKey) ?? []).find((row) => row.author_key === each.authorKey);
      const state = same?.state ?? other?.state ?? opinions.get(`${workKey} ${each.authorKey}`) ?? 'asserted';
      if (same && isUnchanged(same, each)) continue;
      if (same) gone.push(same.key);
      rows.push([
        workKey,
        each.authorKey,
        each.position,
        each.nameAsWritten,
        each.affiliation,
        each.affiliationSource,
        each.resolvedBy,
        each.source,
        state,
        each.sortDate,
      ]);
    }
    gone.push(...before.map(({ key }) => key));
  }
  const filled = new Set(desired.map(({ workKey }) => workKey));
  for (const [workKey, before] of stored) if (!filled.has(workKey)) gone.push(...before.map(({ key }) => key));
  for (let start = 0; start < gone.length; start += 1000)
    await tx.delete(authorships).where(inArray(authorships.key, gone.slice(start, start + 1000)));
  await tx.bulkInsert({ table: 'authorships', columns, rows });
}

const isUnchanged = (row: StoredPerson, each: Authorship): boolean =>
  row.name_as_written === each.nameAsWritten &&
  row.affiliation === each.affiliation &&
  row.affiliation_source === each.affiliationSource &&
  row.sort_date === each.sortDate &&
  row.resolved_by === each.resolvedBy &&
  row.source === each.source;
