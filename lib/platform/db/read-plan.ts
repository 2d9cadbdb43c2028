import { lookupColumns } from './lookup-columns.ts';
import { rowHasher } from './row-hash.ts';

/**
 * What the text of a reading statement tells about the rows that it reads, for the page cache
 * (docs/decisions/0039-page-cache-invalidation.md). It is not a parser of SQL: it knows the forms that this project writes, and whatever it
 * does not recognise may depend on all rows.
 */

/** The values of a placeholder: by its position in the shape, or the list of `in $many`. */
export type Slot = number | 'many';

/** A column that must equal one of the values of a placeholder. */
export interface BoundColumn {
  column: string;
  slot: Slot;
  /** True if the value is a list as `encodeList` writes it. */
  isEncoded: boolean;
  /** Returns the hash of the rows with a value. */
  hash(value: unknown): number;
}

/** One place in a statement at which rows of a table are read. */
export interface Occurrence {
  /** Conditions that all rows read there fulfil. Each is a list of columns, one of which equals a value of its placeholder. */
  bound: readonly (readonly BoundColumn[])[];
  /** A column that the result contains for each row of the table that is in the result, by its position and name there. */
  shown: { column: string; at: number; name: string; hash(value: unknown): number } | null;
}

export interface ReadPlan {
  occurrences: ReadonlyMap<string, readonly Occurrence[]>;
  /** The words of the statement, without columns that it only returns. */
  conditionWords: ReadonlySet<string>;
}

/** @param text text of a shape: a single `?` for each value or list of values */
export function planRead(text: string): ReadPlan | null {
  if (/--|\/\*/.test(text) || text.match(textLiteral)?.some((literal) => literal.includes('?'))) return null;
  try {
    return new Planner().plan(text);
  } catch (error) {
    if (error instanceof UnknownForm) return null;
    throw error;
  }
}

const textLiteral = /'(?:[^']|'')*'/g;

class UnknownForm extends Error {}

/** A table, subquery or function in a FROM clause. */
interface Source {
  /** Null for a subquery, or a function that returns rows. */
  table: string | null;
  alias: string;
  isOptional: boolean;
  condition: string;
}

interface Equality {
  from: string;
  to: string;
}

class Planner {
  private readonly occurrences = new Map<string, Occurrence[]>();
  /** Names of common table expressions. */
  private readonly named = new Set<string>();
  private conditions = '';

  plan(text: string): ReadPlan {
    this.query(simplify(text), true);
    for (const name of this.named) this.occurrences.delete(name);
    return { occurrences: this.occurrences, conditionWords: new Set(this.conditions.replaceAll(/__\b/g, '').match(/[a-z_]\w*/g)) };
  }

  /** @param isResult whether its rows are those of the statement */
  private query(text: string, isResult: boolean): void {
    const own = this.withoutSubqueries(text);
    for (const [, name = ''] of own.matchAll(/\b(\w+)\s*(?:\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(§\)\s*(?=,|select)/g))
      this.named.add(name);
    const masked = mask(own);
    const begin = masked.search(/\bselect\b/);
    if (begin < 0 || !/^\s*(?:$|with\b)/.test(masked.slice(0, begin))) throw new UnknownForm();
    if (/\b(?:intersect|except)\b/.test(masked)) throw new UnknownForm();
    this.conditions += ` ${own.slice(0, begin)}`;
    for (const block of splitAt(own.slice(begin), /\bunion(?:\s+all)?\b/g)) this.block(block, isResult);
  }

  /** Plans the subqueries of a query, and replaces each by a mark. */
  private withoutSubqueries(text: string): string {
    let plain = '';
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] !== '(' || !/^\(\s*(?:select|with)\b/.test(text.slice(at, at + 40))) {
        plain += text[at];
        continue;
      }
      const end = endOfGroup(text, at);
      this.query(text.slice(at + 1, end), false);
      plain += '(§)';
      at = end;
    }
    return plain;
  }

  private block(text: string, isResult: boolean): void {
    const masked = mask(text);
    if (!/^\s*select\b/.test(masked)) throw new UnknownForm();
    const from = masked.search(/\bfrom\b/);
    const list = (from < 0 ? text : text.slice(0, from)).replace(/^\s*select\b/, '');
    const rest = from < 0 ? '' : text.slice(from + 4);
    if (/\bfrom\b/.test(mask(rest))) throw new UnknownForm();
    const end = indexOrEnd(mask(rest), /\b(?:where|group\s+by|order\s+by|having|limit|offset|window)\b/);
    const sources = from < 0 ? [] : sourcesOf(rest.slice(0, end));
    const where = /^where\b([\s\S]*)/.exec(rest.slice(end))?.[1] ?? '';
    const condition = where.slice(0, indexOrEnd(mask(where), /\b(?:group\s+by|order\s+by|having|limit|offset|window)\b/));
    this.conditions += ` ${rest}`;
    const columns = this.resultColumns(list, sources);
    const bound = boundColumns(sources, condition);
    for (const { table, alias } of sources) {
      if (table === null) continue;
      const options = bound.options.get(alias) ?? [];
      const shown = isResult && options.length === 0 ? shownColumn(table, alias, columns, bound.equalities) : null;
      this.occurrences.set(table, [...(this.occurrences.get(table) ?? []), { bound: options, shown }]);
    }
  }

  /** Returns the plain columns of a select list with their positions. Everything else in it counts as a condition. */
  private resultColumns(list: string, sources: readonly Source[]): ResultColumn[] {
    const items = splitAt(list.replace(/^\s*(?:distinct|all)\b/, ''), /,/g);
    const hasUnknownPositions = items.some((item) => /(?:^|\.)\s*\*\s*$/.test(item));
    return items.flatMap((item, at): ResultColumn[] => {
      const [, alias, column = '', name = column] = /^\s*(?:(\w+)\.)?(\w+)(?:\s+(?:as\s+)?(\w+))?\s*$/.exec(item) ?? [];
      if (!column || hasUnknownPositions) this.conditions += ` ${item}`;
      return column && !hasUnknownPositions ? [{ column: qualified(alias, column, sources), at, name }] : [];
    });
  }
}

interface ResultColumn {
  /** `alias.column`. */
  column: string;
  at: number;
  name: string;
}

const qualified = (alias: string | undefined, column: string, sources: readonly Source[]): string =>
  `${alias ?? (sources.length === 1 ? sources[0]?.alias : '')}.${column}`;

/** Writes placeholders, lists and texts in one form each, without quotes and in lower case. */
function simplify(text: string): string {
  let slot = 0;
  return (
    text
      .replace(textLiteral, "''")
      // A quoted keyword is a column.
      .replace(/"(from|order|group|where|and|or|on|as|select)"/g, '$1__')
      .replaceAll('"', '')
      .toLowerCase()
      .replace(/\?/g, () => `?${slot++}`)
      .replace(/\bis\s+(?:not\s+)?distinct\s+from\b/g, '<>')
      .replace(/\bin\s*\(\s*select\s+value\s+from\s+json_each\s*\(\s*\?(\d+)\s*\)\s*\)/g, '= @$1')
      .replace(/=\s*any\s*\(\s*\?(\d+)\s*\)/g, '= @$1')
      .replace(/\bin\s*\(\s*(\?\d+)\s*\)/g, '= $1')
      .replace(/\bin\s+\$many\b/g, '= ?many')
  );
}

const endOfGroup = (text: string, begin: number): number => {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  throw new UnknownForm();
};

/** Replaces everything in parentheses by spaces, so that positions stay the same. */
function mask(text: string): string {
  let depth = 0;
  return [...text]
    .map((letter) => {
      if (letter === '(') depth += 1;
      const isInside = depth > 0;
      if (letter === ')') depth -= 1;
      return isInside ? ' ' : letter;
    })
    .join('');
}

function splitAt(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const match of mask(text).matchAll(separator)) {
    parts.push(text.slice(begin, match.index));
    begin = match.index + match[0].length;
  }
  return [...parts, text.slice(begin)];
}

const indexOrEnd = (text: string, pattern: RegExp): number => {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
};

const joins = /,|\b(?:(?:inner|cross|left(?:\s+outer)?)\s+)?join\b/g;

function sourcesOf(from: string): Source[] {
  const kinds = ['', ...[...mask(from).matchAll(joins)].map(([kind]) => kind)];
  return splitAt(from, joins).map((part, at) => {
    const [, name = '', alias = name, condition = ''] =
      /^\s*(\w+|\(§\)|(?:json_each|unnest)\([^()]*\))(?:\s+(?:as\s+)?(?!on\b)(\w+))?(?:\s+on\b([\s\S]*))?\s*$/.exec(part) ?? [];
    if (name === '') throw new UnknownForm();
    return { table: /^\w+$/.test(name) ? name : null, alias, isOptional: kinds[at]?.startsWith('left') ?? false, condition };
  });
}

const columnText = String.raw`\+?(?:(\w+)\.)?([a-z_]\w*)`;
const boundPattern = new RegExp(`^${columnText}\\s*=\\s*([?@])(\\d+|many)$`);
const equalPattern = new RegExp(`^${columnText}\\s*=\\s*${columnText}$`);

interface Conditions {
  /** The conditions on the rows of each source, see `Occurrence`. */
  options: Map<string, BoundColumn[][]>;
  equalities: Equality[];
}

function boundColumns(sources: readonly Source[], where: string): Conditions {
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

function withoutParentheses(text: string): string {
  const trimmed = text.trim();
  const isGroup = trimmed.startsWith('(') && endOfGroup(trimmed, 0) === trimmed.length - 1;
  return isGroup ? withoutParentheses(trimmed.slice(1, -1)) : trimmed;
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

/** Returns the first lookup column of a table whose values are in the result, as itself or as an equal column. */
function shownColumn(table: string, alias: string, columns: readonly ResultColumn[], equalities: readonly Equality[]): Occurrence['shown'] {
  for (const column of lookupColumns.get(table) ?? []) {
    const equal = equalities.filter(({ to }) => to === `${alias}.${column}`).map(({ from }) => from);
    const found = columns.find((each) => each.column === `${alias}.${column}` || equal.includes(each.column));
    if (found) return { column, at: found.at, name: found.name, hash: rowHasher(table, column) };
  }
  return null;
}
