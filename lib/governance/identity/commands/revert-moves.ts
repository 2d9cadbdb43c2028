import { recountFollowers } from '#lib/catalog/authors/commands.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Moved, MovedAuthorship } from '../model/changes.ts';
import { type Ends, moveCollaborations, suggestionsOf } from './moves.ts';

interface Signed {
  key: number;
  work_key: number;
  position: number | null;
}

/** Gives authorships back, each with the state and rule that it had. One that a source has withdrawn meanwhile stays withdrawn. */
async function giveBackAuthorships(tx: Writer, held: Ends, to: Ends, moved: readonly MovedAuthorship[]): Promise<void> {
  const rows = await tx.query<Signed>(
    'select key, work_key, position from authorships where author_key = ? and work_key in $many',
    [...new Set(moved.map(({ work }) => work))],
    [held.key],
  );
  const place = (work: number, position: number | null): string => `${work} ${position ?? 'behind'}`;
  const keys = Map.groupBy(rows, (row) => place(row.work_key, row.position));
  for (const [stood, some] of Map.groupBy(moved, ({ state, resolvedBy }) => `${state}\n${resolvedBy}`)) {
    const found = some.flatMap(({ work, position }) => keys.get(place(work, position))?.pop()?.key ?? []);
    const [state, resolvedBy] = stood.split('\n');
    const text = 'update authorships set author_key = ?, state = ?, resolved_by = ? where key in $many returning key';
    await tx.execute(text, found, [to.key, state, resolvedBy]);
  }
}

/** Moves rows back that are still where the change put them, unless the other record has one of its own by now. */
async function giveBack<Row>(
  tx: Writer,
  rows: readonly Row[],
  table: string,
  column: string,
  [held, to]: [held: number | string, to: number | string],
  own: (row: Row) => [columns: string[], values: (string | number)[]],
): Promise<void> {
  for (const row of rows) {
    const [columns, values] = own(row);
    const isIt = columns.map((each) => `${each} = ?`).join(' and ');
    await tx.execute(`update ${table} set ${column} = ? where ${column} = ? and ${isIt} returning ${column}`, [], [to, held, ...values]);
  }
}

async function giveBackSome(tx: Writer, text: string, many: readonly (string | number)[], held: number | string, to: number | string) {
  if (many.length > 0) await tx.execute(`${text} returning 1 as done`, many, [to, held]);
}

/** Everything that a change moved goes back from the record that holds it to the one that it came from. */
export async function revertMoves(tx: Writer, held: Ends, to: Ends, moved: Moved): Promise<void> {
  const keys: [number, number] = [held.key, to.key];
  await giveBackAuthorships(tx, held, to, moved.authorships);
  for (const [source, some] of Map.groupBy(moved.listings, (each) => each.source)) {
    const text = 'update listings set author_key = ? where author_key = ? and source = ? and work_key in $many returning work_key';
    const works = some.map(({ work }) => work);
    await tx.execute(text, works, [to.key, held.key, source]);
  }
  for (const [source, some] of Map.groupBy(moved.ways, (each) => each.source)) {
    const text = 'update author_sources set author_key = ? where author_key = ? and source = ? and record_id in $many returning record_id';
    const ids = some.map(({ recordId }) => recordId);
    await tx.execute(text, ids, [to.key, held.key, source]);
  }
  await giveBack(tx, moved.pinsTo, 'authorship_pins', 'to_key', keys, ({ work, change }) => [
    ['work_key', 'change_id'],
    [work, change],
  ]);
  await giveBack(tx, moved.pinsFrom, 'authorship_pins', 'from_key', keys, ({ work, change }) => [
    ['work_key', 'change_id'],
    [work, change],
  ]);
  await giveBackSome(
    tx,
    'update author_names set author_key = ? where author_key = ? and native and name in $many',
    moved.natives,
    ...keys,
  );
  await giveBackSome(
    tx,
    'update authorship_opinions set author_key = ? where author_key = ? and work_key in $many',
    moved.opinions,
    ...keys,
  );
  await giveBackSome(tx, 'update follows set author_id = ? where author_id = ? and account_id in $many', moved.follows, held.id, to.id);
  await giveBackSome(tx, 'update reports set subject_id = ? where subject_id = ? and id in $many', moved.reports, held.id, to.id);
  for (const [side, ids] of [
    ['recipient', moved.invitationsTo],
    ['sender', moved.invitationsFrom],
  ] as const) {
    await giveBackSome(tx, `update invitations set ${side}_author_id = ? where ${side}_author_id = ? and id in $many`, ids, held.id, to.id);
  }
  // A change made before these were kept has none.
  await moveCollaborations(tx, held, to, moved.collaborations ?? []);
  await giveBackSome(
    tx,
    'update owner_statements set author_id = ? where author_id = ? and field in $many',
    moved.statements ?? [],
    held.id,
    to.id,
  );
  await forgetSuggestions(tx, [held.key, to.key], new Set(moved.suggestions));
  await recountFollowers(tx, [held.id, to.id]);
}

/** What was suggested while the change stood came of it. The records are looked at again when they are brought up to date. */
async function forgetSuggestions(tx: Writer, keys: readonly number[], stood: ReadonlySet<string>): Promise<void> {
  for (const pair of await suggestionsOf(tx, keys)) {
    if (stood.has(pair)) continue;
    const [one, other] = pair.split(' ').map(Number);
    await tx.execute('delete from name_suggestions where author_key = ? and other_key = ? returning author_key', [], [one, other]);
  }
}
