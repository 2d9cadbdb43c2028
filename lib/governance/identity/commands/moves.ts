import { getTableColumns, getTableName } from 'drizzle-orm';
import { authorsLifecycle } from '#lib/catalog/authors/lifecycle.ts';
import { ingestLifecycle } from '#lib/catalog/ingest/lifecycle.ts';
import { ownershipLifecycle } from '#lib/catalog/ownership/lifecycle.ts';
import { followsLifecycle } from '#lib/community/follows/lifecycle.ts';
import { invitationsLifecycle } from '#lib/community/invitations/lifecycle.ts';
import { recordCorrectionsLifecycle } from '#lib/governance/record-corrections/lifecycle.ts';
import { reportsLifecycle } from '#lib/governance/reports/lifecycle.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Move, TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';
import { identityLifecycle } from '../lifecycle.ts';
import type { Moved } from '../model/changes.ts';

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
  ...recordCorrectionsLifecycle,
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
    const { as, by, move } = tableMove;
    if (move) moved[as] = await move(tx, from.id, to.id);
    else {
      const rows = await tx.execute<Row>(moveStatement(tableMove, works !== undefined), works ?? [], moveArguments(tableMove, from, to));
      moved[as] = rows.map((row) =>
        typeof by === 'string' ? row[by] : Object.fromEntries(Object.entries(by).map(([name, column]) => [name, row[column]])),
      );
    }
  }
  return moved;
}

export const movesNamed =
  (...names: string[]) =>
  ({ as }: Move): boolean =>
    names.includes(as);

function moveStatement({ table, column, by, unlike, where, whereThere }: TableMove, onlyWorks: boolean): string {
  const isDuplicate = unlike?.map((each) => `o.${each} = ${table}.${each}`).join(' and ');
  const conditions = [
    `${column} = ?`,
    ...(onlyWorks ? ['work_key in $many'] : []),
    ...[where, whereThere].filter((each) => each !== undefined),
    ...(isDuplicate ? [`not exists (select 1 from ${table} o where o.${column} = ? and ${isDuplicate})`] : []),
  ];
  const columns = typeof by === 'string' ? by : Object.values(by).join(', ');
  return `update ${table} set ${column} = ? where ${conditions.join(' and ')} returning ${columns}`;
}

const moveArguments = ({ end, unlike, whereThere }: TableMove, from: RecordRef, to: RecordRef): (string | number)[] => [
  ...[to[end], from[end]],
  ...(whereThere?.includes('?') ? [to[end]] : []),
  ...(unlike ? [to[end]] : []),
];

/** Moves back the rows of a change that are still where it moved them. */
export async function revertRows(tx: Writer, current: RecordRef, to: RecordRef, moved: Moved): Promise<void> {
  for (const { as, by, table, column, end, where, move } of moves) {
    // A change from before a move was introduced has no rows of it.
    const rows = (moved[as] ?? []) as readonly never[];
    if (move) await move(tx, current.id, to.id, rows);
    const statement = `update ${table} set ${column} = ? where ${column} = ?${where ? ` and ${where}` : ''}`;
    for (const { condition, values, args } of move ? [] : rowConditions(by, rows))
      await tx.execute(`${statement} and ${condition} returning 1 as done`, values, [to[end], current[end], ...args]);
  }
}

interface RowCondition {
  condition: string;
  values: (string | number)[];
  args: (string | number)[];
}

/** Returns the conditions that find moved rows: one statement for each value in the first of two columns. */
function rowConditions(by: Move['by'], rows: readonly (string | number | Row)[]): RowCondition[] {
  if (typeof by === 'string') return rows.length > 0 ? [{ condition: `${by} in $many`, values: rows as string[], args: [] }] : [];
  const [[first, column], [second, other]] = Object.entries(by) as [[string, string], [string, string]];
  return [...Map.groupBy(rows as Row[], (row) => row[first] ?? '')].map(([value, group]) => ({
    condition: `${column} = ? and ${other} in $many`,
    values: group.map((row) => row[second] ?? ''),
    args: [value],
  }));
}
