import { lookupColumns } from './lookup-columns.ts';
import { rowHasher } from './row-hash.ts';
import { mask, splitAt, withoutParentheses } from './sql-text.ts';

/** The values of a placeholder: by its position in the shape, or the list of `in $many`. */
type Slot = number | 'many';

/** A column that must equal one of the values of a placeholder. */
export interface BoundColumn {
  column: string;
  slot: Slot;
  /** True if the value is a list as `encodeList` writes it. */
  isEncoded: boolean;
  /** Returns the hash of the rows with a value. */
  hash(value: unknown): number;
}

/** A table, subquery or function in a FROM clause. */
export interface Source {
  /** Null for a subquery, or a function that returns rows. */
  table: string | null;
  alias: string;
  isOptional: boolean;
  condition: string;
}

export interface Equality {
  from: string;
  to: string;
}

export const qualified = (alias: string | undefined, column: string, sources: readonly Source[]): string =>
  `${alias ?? (sources.length === 1 ? sources[0]?.alias : '')}.${column}`;

const columnText = String.raw`\+?(?:(\w+)\.)?([a-z_]\w*)`;
const boundPattern = new RegExp(`^${columnText}\\s*=\\s*([?@])(\\d+|many)$`);
const equalPattern = new RegExp(`^${columnText}\\s*=\\s*${columnText}$`);

interface Conditions {
  /** The conditions on the rows of each source, see `Occurrence`. */
  options: Map<string, BoundColumn[][]>;
  equalities: Equality[];
}

export function boundColumns(sources: readonly Source[], where: string): Conditions {
  const conditions: Conditions = { options: new Map(), equalities: [] };
  for (const part of conjunctsOf(where)) addCondition(conditions, sources, part, null);
  for (const { alias, isOptional, condition } of sources)
    for (const part of conjunctsOf(condition)) addCondition(conditions, sources, part, isOptional ? alias : null);
  spread(conditions, sources);
  return conditions;
}

/** @param only the optional table of a join, if the condition restricts no other */
function addCondition({ options, equalities }: Conditions, sources: readonly Source[], part: string, only: string | null): void {
  const [, leftAlias, left = '', rightAlias, right = ''] = equalPattern.exec(part) ?? [];
  if (left) {
    const [one, other] = [qualified(leftAlias, left, sources), qualified(rightAlias, right, sources)];
    const both = [
      { from: one, to: other },
      { from: other, to: one },
    ]; // prettier-ignore
    equalities.push(...both.filter(({ to }) => only === null || to.startsWith(`${only}.`)));
    return;
  }
  const option = splitAt(part, /\bor\b/g).map((each): [string, BoundColumn] | null => {
    const [, alias, column = '', kind, slot] = boundPattern.exec(withoutParentheses(each)) ?? [];
    const source = sources.find((other) => `${other.alias}.` === qualified(alias, '', sources));
    const isLookup = lookupColumns.get(source?.table ?? '')?.includes(column);
    return source && isLookup
      ? [
          source.alias,
          { column, slot: slot === 'many' ? slot : Number(slot), isEncoded: kind === '@', hash: rowHasher(source.table ?? '', column) },
        ]
      : null;
  });
  const [alias = ''] = option[0] ?? [];
  if (!option.every((each) => each?.[0] === alias) || (only !== null && alias !== only)) return;
  options.set(alias, [...(options.get(alias) ?? []), option.flatMap((each) => each?.[1] ?? [])]);
}

/** Adds the conditions that follow from equal columns: if `a.x = ?` and `b.y = a.x`, then `b.y = ?`. */
function spread({ options, equalities }: Conditions, sources: readonly Source[]): void {
  const tables = new Map(sources.map(({ alias, table }) => [alias, table ?? '']));
  for (const { from, to } of [...equalities, ...equalities]) {
    const [[fromAlias = '', fromColumn], [toAlias = '', toColumn = '']] = [from.split('.'), to.split('.')];
    if (!lookupColumns.get(tables.get(toAlias) ?? '')?.includes(toColumn)) continue;
    for (const option of options.get(fromAlias) ?? []) {
      const [only] = option;
      const known = options.get(toAlias) ?? [];
      if (!only || option.length > 1 || only.column !== fromColumn) continue;
      if (known.some(([each]) => each?.column === toColumn && each.slot === only.slot)) continue;
      options.set(toAlias, [...known, [{ ...only, column: toColumn, hash: rowHasher(tables.get(toAlias) ?? '', toColumn) }]]);
    }
  }
}

/** Splits a condition into parts that must all hold. */
function conjunctsOf(condition: string): string[] {
  const plain = withoutParentheses(condition);
  const masked = mask(plain);
  if (plain === '' || /\bcase\b/.test(masked)) return [];
  if (/\bor\b/.test(masked)) return [plain];
  const parts = splitAt(plain, /\band\b/g);
  return parts.length === 1 ? [plain] : parts.flatMap(conjunctsOf);
}
