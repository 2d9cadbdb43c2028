import { getTableColumns, getTableName } from 'drizzle-orm';
import { authorsLifecycle } from '#lib/catalog/authors/lifecycle.ts';
import { ingestLifecycle } from '#lib/catalog/ingest/lifecycle.ts';
import { ownershipLifecycle } from '#lib/catalog/ownership/lifecycle.ts';
import { followsLifecycle } from '#lib/community/follows/lifecycle.ts';
import { invitationsLifecycle } from '#lib/community/invitations/lifecycle.ts';
import { correctionsLifecycle } from '#lib/governance/corrections/lifecycle.ts';
import { reportsLifecycle } from '#lib/governance/reports/lifecycle.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Move, TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';
import { identityLifecycle } from '../lifecycle.ts';
import type { MovedRows } from '../model/changes.ts';

/** A record by its key and its id; tables refer to one or the other. */
export interface RecordRef {
  key: number;
  id: string;
}

type Row = Record<string, string | number>;

interface TableMove extends Move {
  table: string;
  column: string;
  /** Whether the column refers to the key or the id of a record. */
  end: keyof RecordRef;
}

/** Lifecycles of tables with rows that move with a record, in lock order. */
export const movingLifecycles: readonly TableLifecycle[] = [
  ...ingestLifecycle,
  ...authorsLifecycle,
  ...identityLifecycle,
  ...followsLifecycle,
  ...reportsLifecycle,
  ...correctionsLifecycle,
  ...invitationsLifecycle,
  ...ownershipLifecycle,
];

const moves: readonly TableMove[] = movingLifecycles.flatMap(({ table, columns }) =>
  Object.entries(columns).flatMap(([name, lifecycle]) => {
    const end = getTableColumns(table)[name]?.dataType === 'number' ? 'key' : 'id';
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return 'moves' in lifecycle ? [{ ...lifecycle.moves, table: getTableName(table), column, end }] : [];
  }),
);

/** Moves rows from one record to another, for the moves that `which` selects; optionally only those on some works. */
export async function moveRows(
  tx: Writer,
  from: RecordRef,
  to: RecordRef,
  isSelected: (move: Move) => boolean,
  works?: readonly number[],
): Promise<Record<string, unknown[]>> {
  const moved: Record<string, unknown[]> = {};
  for (const tableMove of moves.filter(isSelected)) {
    const { storedName, identifiedBy, move } = tableMove;
    if (move) moved[storedName] = await move(tx, from.id, to.id);
    else {
      const rows = await tx.execute<Row>(moveStatement(tableMove, works !== undefined), works ?? [], moveArguments(tableMove, from, to));
      moved[storedName] = rows.map((row) =>
        typeof identifiedBy === 'string'
          ? row[identifiedBy]
          : Object.fromEntries(Object.entries(identifiedBy).map(([name, column]) => [name, row[column]])),
      );
    }
  }
  return moved;
}

export const movesNamed =
  (...names: string[]) =>
  ({ storedName }: Move): boolean =>
    names.includes(storedName);

function moveStatement({ table, column, identifiedBy, unlessEqual, where, whereOnMerge }: TableMove, onlyWorks: boolean): string {
  const isDuplicate = unlessEqual?.map((each) => `o.${each} = ${table}.${each}`).join(' and ');
  const conditions = [
    `${column} = ?`,
    ...(onlyWorks ? ['work_key in $many'] : []),
    ...[where, whereOnMerge].filter((each) => each !== undefined),
    ...(isDuplicate ? [`not exists (select 1 from ${table} o where o.${column} = ? and ${isDuplicate})`] : []),
  ];
  const columns = typeof identifiedBy === 'string' ? identifiedBy : Object.values(identifiedBy).join(', ');
  return `update ${table} set ${column} = ? where ${conditions.join(' and ')} returning ${columns}`;
}

const moveArguments = ({ end, unlessEqual, whereOnMerge }: TableMove, from: RecordRef, to: RecordRef): (string | number)[] => [
  ...[to[end], from[end]],
  ...(whereOnMerge?.includes('?') ? [to[end]] : []),
  ...(unlessEqual ? [to[end]] : []),
];

/** Moves back the rows of a change that are still where it moved them. */
export async function revertRows(tx: Writer, current: RecordRef, to: RecordRef, moved: MovedRows): Promise<void> {
  for (const { storedName, identifiedBy, table, column, end, where, move } of moves) {
    // A change from before a move was introduced has no rows of it.
    const rows = (moved[storedName] ?? []) as readonly never[];
    if (move) await move(tx, current.id, to.id, rows);
    const statement = `update ${table} set ${column} = ? where ${column} = ?${where ? ` and ${where}` : ''}`;
    for (const { condition, values, args } of move ? [] : rowConditions(identifiedBy, rows))
      await tx.execute(`${statement} and ${condition} returning 1 as done`, values, [to[end], current[end], ...args]);
  }
}

interface RowCondition {
  condition: string;
  values: (string | number)[];
  args: (string | number)[];
}

/** Returns the conditions that find moved rows: one statement for each value in the first of two columns. */
function rowConditions(identifiedBy: Move['identifiedBy'], rows: readonly (string | number | Row)[]): RowCondition[] {
  if (typeof identifiedBy === 'string')
    return rows.length > 0 ? [{ condition: `${identifiedBy} in $many`, values: rows as string[], args: [] }] : [];
  const [[first, column], [second, other]] = Object.entries(identifiedBy) as [[string, string], [string, string]];
  return [...Map.groupBy(rows as Row[], (row) => row[first] ?? '')].map(([value, group]) => ({
    condition: `${column} = ? and ${other} in $many`,
    values: group.map((row) => row[second] ?? ''),
    args: [value],
  }));
}
