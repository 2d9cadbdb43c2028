import { pairOf } from '#lib/community/invitations/model/invitation.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Moved, MovedAuthorship } from '../model/changes.ts';

/** A record by its internal number and its permanent id: tables refer to one or the other. */
export interface Ends {
  key: number;
  id: string;
}

interface Signed {
  key: number;
  work_key: number;
  position: number | null;
  state: string;
  resolved_by: string;
}

/** Gives authorships of one record to another; all of them, or those on some works. Answers them as they stood. */
export async function moveAuthorships(tx: Writer, from: Ends, to: Ends, works?: readonly number[]): Promise<MovedAuthorship[]> {
  const some = works ? ' and work_key in $many' : '';
  const rows = await tx.query<Signed>(
    `select key, work_key, position, state, resolved_by from authorships where author_key = ?${some}`,
    works ?? [],
    [from.key],
  );
  await tx.execute(
    'update authorships set author_key = ? where key in $many returning key',
    rows.map(({ key }) => key),
    [to.key],
  );
  return rows
    .map((row) => ({ work: row.work_key, position: row.position, state: row.state, resolvedBy: row.resolved_by }))
    .sort((a, b) => a.work - b.work || (a.position ?? 1e9) - (b.position ?? 1e9));
}

/** Moves rows of a table that has at most one for each record and `own`, where the other record has none yet. */
const movable = (table: string, column: string, own: readonly string[], some = ''): string => {
  const same = own.map((each) => `o.${each} = ${table}.${each}`).join(' and ');
  return `update ${table} set ${column} = ? where ${column} = ?${some}
    and not exists (select 1 from ${table} o where o.${column} = ? and ${same}) returning ${own.join(', ')}`;
};

export const moveListings = async (tx: Writer, from: Ends, to: Ends, works?: readonly number[]): Promise<Moved['listings']> => {
  const text = movable('listings', 'author_key', ['source', 'work_key'], works ? ' and work_key in $many' : '');
  const rows = await tx.execute<{ source: string; work_key: number }>(text, works ?? [], [to.key, from.key, to.key]);
  return rows.map(({ source, work_key }) => ({ source, work: work_key }));
};

/** The owner's own follow of the record that goes into theirs rests with that one: nobody follows their own record. */
export const moveFollows = async (tx: Writer, from: Ends, to: Ends): Promise<string[]> => {
  const others = ' and not exists (select 1 from authors a where a.id = ? and a.owner_id = follows.account_id)';
  const text = movable('follows', 'author_id', ['account_id'], others);
  const rows = await tx.execute<{ account_id: string }>(text, [], [to.id, from.id, to.id, to.id]);
  return rows.map(({ account_id }) => account_id);
};

export const moveOpinions = async (tx: Writer, from: Ends, to: Ends): Promise<number[]> => {
  const rows = await tx.execute<{ work_key: number }>(
    movable('authorship_opinions', 'author_key', ['work_key']),
    [],
    [to.key, from.key, to.key],
  );
  return rows.map(({ work_key }) => work_key);
};

export const moveNatives = async (tx: Writer, from: Ends, to: Ends): Promise<string[]> => {
  const rows = await tx.execute<{ name: string }>(
    movable('author_names', 'author_key', ['name'], ' and native'),
    [],
    [to.key, from.key, to.key],
  );
  return rows.map(({ name }) => name);
};

export const moveLookups = async (tx: Writer, from: Ends, to: Ends): Promise<Moved['ways']> => {
  const text = 'update author_sources set author_key = ? where author_key = ? returning source, record_id';
  const rows = await tx.execute<{ source: string; record_id: string }>(text, [], [to.key, from.key]);
  return rows.map(({ source, record_id }) => ({ source, recordId: record_id }));
};

interface Pin {
  work_key: number;
  change_id: string;
}
const asPins = (rows: readonly Pin[]): Moved['pinsTo'] => rows.map(({ work_key, change_id }) => ({ work: work_key, change: change_id }));

/** Pins that lead to a record lead to another; of some works, or of all. */
export const movePinsTo = async (tx: Writer, from: Ends, to: Ends, works?: readonly number[]): Promise<Moved['pinsTo']> => {
  const some = works ? ' and work_key in $many' : '';
  const text = `update authorship_pins set to_key = ? where to_key = ?${some} returning work_key, change_id`;
  return asPins(await tx.execute<Pin>(text, works ?? [], [to.key, from.key]));
};

/** Where the sources' ways have moved, so have the pins that begin at them. */
export const movePinsFrom = async (tx: Writer, from: Ends, to: Ends): Promise<Moved['pinsFrom']> => {
  const text = `update authorship_pins set from_key = ? where from_key = ?
    and not exists (select 1 from authorship_pins o where o.from_key = ? and o.work_key = authorship_pins.work_key) returning work_key, change_id`;
  return asPins(await tx.execute<Pin>(text, [], [to.key, from.key, to.key]));
};

export const moveReports = async (tx: Writer, from: Ends, to: Ends): Promise<string[]> => {
  const text = "update reports set subject_id = ? where subject_id = ? and subject = 'author' and state = 'open' returning id";
  return (await tx.execute<{ id: string }>(text, [], [to.id, from.id])).map(({ id }) => id);
};

/** Invitations of one owner's two records go on with the one that stays. */
export const moveInvitations = async (tx: Writer, side: 'recipient' | 'sender', from: Ends, to: Ends): Promise<string[]> => {
  const text = `update invitations set ${side}_author_id = ? where ${side}_author_id = ? returning id`;
  return (await tx.execute<{ id: string }>(text, [], [to.id, from.id])).map(({ id }) => id);
};

/** What one owner says of their two records goes on with the one that stays, where nothing is said there. */
export const moveStatements = async (tx: Writer, from: Ends, to: Ends): Promise<string[]> => {
  const rows = await tx.execute<{ field: string }>(movable('owner_statements', 'author_id', ['field']), [], [to.id, from.id, to.id]);
  return rows.map(({ field }) => field);
};

interface Together {
  id: string;
  from_author_id: string;
  to_author_id: string;
}

/**
 * Collaborations of one owner's two records go on with the one that stays, or back with the one that they were of. One that the other
 * record has with the same person stays where it is; so does one between the two.
 */
export async function moveCollaborations(tx: Writer, from: Ends, to: Ends, ids?: readonly string[]): Promise<string[]> {
  const rows = await tx.query<Together>(
    'select id, from_author_id, to_author_id from collaborations where from_author_id = ? or to_author_id = ? order by id',
    [],
    [from.id, from.id],
  );
  const moved: string[] = [];
  for (const row of rows) {
    const side = row.from_author_id === from.id ? 'from' : 'to';
    const other = side === 'from' ? row.to_author_id : row.from_author_id;
    if (other === to.id || (ids && !ids.includes(row.id))) continue;
    const pair = pairOf(to.id, other);
    const text = `update collaborations set ${side}_author_id = ?, pair = ? where id = ?
      and not exists (select 1 from collaborations o where o.pair = ? and o.id <> ? and o.state in ('proposed', 'confirmed')) returning id`;
    const done = await tx.execute<{ id: string }>(text, [], [to.id, pair, row.id, pair, row.id]);
    moved.push(...done.map(({ id }) => id));
  }
  return moved;
}

/** Pairs of records of which either is one of these: "key key". */
export async function suggestionsOf(tx: Writer, keys: readonly number[]): Promise<string[]> {
  const rows = await tx.query<{ author_key: number; other_key: number }>(
    'select author_key, other_key from name_suggestions where author_key in $many',
    keys,
  );
  const others = await tx.query<{ author_key: number; other_key: number }>(
    'select author_key, other_key from name_suggestions where other_key in $many',
    keys,
  );
  return [...new Set([...rows, ...others].map(({ author_key, other_key }) => `${author_key} ${other_key}`))].sort();
}
