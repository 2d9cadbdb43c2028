import { lookupColumns } from './lookup-columns.ts';
import { type BoundColumn, boundColumns, type Equality, qualified, type Source } from './read-conditions.ts';
import { rowHasher } from './row-hash.ts';
import { endOfGroup, hasUnclearPlaceholders, indexOrEnd, mask, simplifySql, splitAt, UnknownForm } from './sql-text.ts';

/**
 * What the text of a reading statement tells about the rows that it reads, for the page cache
 * (docs/decisions/0039-page-cache-invalidation.md). It is not a parser of SQL: it knows the forms that this project writes, and whatever it
 * does not recognise may depend on all rows.
 */

/** One place in a statement at which rows of a table are read. */
export interface Occurrence {
  /** Conditions that all rows read there fulfil. Each is a list of columns, one of which equals a value of its placeholder. */
  bound: readonly (readonly BoundColumn[])[];
  /** A column that the result contains for each row of the table that is in the result, by its position and name there. */
  shown: ShownColumn | null;
  /**
   * True if each row read there is one that a row of another table refers to. Keys are generated and never reused, so a new row is in the
   * result only because of a row that was written with it or later, and that change is known too.
   */
  isReferredTo: boolean;
}

interface ShownColumn {
  column: string;
  at: number;
  name: string;
  hash(value: unknown): number;
  /** True if the table decides neither which rows are in the result nor their order: `left join`, and no condition on it. */
  isOnlyAdded: boolean;
}

export interface ReadPlan {
  occurrences: ReadonlyMap<string, readonly Occurrence[]>;
  /** The words of the statement, without columns that it only returns. */
  conditionWords: ReadonlySet<string>;
}

/** @param text text of a shape: a single `?` for each value or list of values */
export function planRead(text: string): ReadPlan | null {
  if (hasUnclearPlaceholders(text)) return null;
  try {
    return new Planner().plan(text);
  } catch (error) {
    if (error instanceof UnknownForm) return null;
    throw error;
  }
}

/** Marks of an expression that depends on more than one row of each table. */
const aggregate = /§|\b(?:count|sum|min|max|avg|total|group_concat|\w+_agg|json_group_\w+)\s*\(|\bover\b/;

class Planner {
  private readonly occurrences = new Map<string, Occurrence[]>();
  /** Names of common table expressions. */
  private readonly named = new Set<string>();
  private conditions = '';

  plan(text: string): ReadPlan {
    this.query(simplifySql(text), true);
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
    const referredTo = this.referredTo(sources, bound.equalities);
    for (const { table, alias } of sources) {
      if (table === null) continue;
      const options = bound.options.get(alias) ?? [];
      const canBeShown = isResult && options.length === 0;
      const isAdded = canBeShown && !aggregate.test(list) && isOnlyAdded(alias, sources, rest.slice(end));
      const ofJoined = isAdded ? shownColumn(table, alias, requiredColumns(columns, sources), bound.equalities) : null;
      const column = ofJoined ?? (canBeShown ? shownColumn(table, alias, columns, bound.equalities) : null);
      const shown = column && { ...column, isOnlyAdded: ofJoined !== null };
      this.occurrences.set(table, [...(this.occurrences.get(table) ?? []), { bound: options, shown, isReferredTo: referredTo.has(alias) }]);
    }
  }

  /**
   * Returns the tables that are joined by their key to a column of another, which is not joined by its own key to them. A `subject_key` is of
   * one table or another.
   */
  private referredTo(sources: readonly Source[], equalities: readonly Equality[]): Set<string> {
    const isTable = ({ table }: Source): boolean => table !== null && !this.named.has(table) && lookupColumns.has(table);
    const tables = new Set(sources.filter(isTable).map(({ alias }) => alias));
    const references = equalities.flatMap(({ from, to }) => {
      const [[referring = '', column = ''], [alias = '', key]] = [from.split('.'), to.split('.')];
      const isReference = key === 'key' && /(?<!^subject)_key$/.test(column);
      return isReference && tables.has(referring) && tables.has(alias) ? [{ referring, alias }] : [];
    });
    const unresolved = new Set(references.map(({ alias }) => alias));
    const found = new Set<string>();
    for (const _ of references)
      for (const { referring, alias } of references) if (!unresolved.has(referring) && unresolved.delete(alias)) found.add(alias);
    return found;
  }

  /** Returns the plain columns of a select list with their positions. Subqueries and aggregates in it count as conditions. */
  private resultColumns(list: string, sources: readonly Source[]): ResultColumn[] {
    const items = splitAt(list.replace(/^\s*(?:distinct|all)\b/, ''), /,/g);
    const hasUnknownPositions = items.some((item) => /(?:^|\.)\s*\*\s*$/.test(item));
    return items.flatMap((item, at): ResultColumn[] => {
      const [, alias, column = '', name = column] = /^\s*(?:(\w+)\.)?(\w+)(?:\s+(?:as\s+)?(\w+))?\s*$/.exec(item) ?? [];
      if (aggregate.test(item) || hasUnknownPositions) this.conditions += ` ${item}`;
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

/** Returns the first lookup column of a table whose values are in the result, as itself or as an equal column. */
function shownColumn(
  table: string,
  alias: string,
  columns: readonly ResultColumn[],
  equalities: readonly Equality[],
): Omit<ShownColumn, 'isOnlyAdded'> | null {
  for (const column of lookupColumns.get(table) ?? []) {
    const equal = equalities.filter(({ to }) => to === `${alias}.${column}`).map(({ from }) => from);
    const found = columns.find((each) => each.column === `${alias}.${column}` || equal.includes(each.column));
    if (found) return { column, at: found.at, name: found.name, hash: rowHasher(table, column) };
  }
  return null;
}

/** Returns the columns of tables of which each row of the result has a row. Those of others may be null. */
const requiredColumns = (columns: readonly ResultColumn[], sources: readonly Source[]): ResultColumn[] =>
  columns.filter(({ column }) => sources.some(({ alias, isOptional }) => !isOptional && column.startsWith(`${alias}.`)));

/** A column without the name of its table, by its position, or a limit, whose rows depend on those before them. Functions are none. */
const unclear =
  /\border\s+by\b.*(?<![\w.?])\d|(?<![\w.])(?!(?:where|and|or|not|is|null|in|like|between|group|order|by|asc|desc)\b)[a-z_]\w*(?!\w*[.(])/;

/** @param rest what follows the FROM clause */
function isOnlyAdded(alias: string, sources: readonly Source[], rest: string): boolean {
  if (!sources.some((source) => source.alias === alias && source.isOptional)) return false;
  const others = sources.filter((source) => source.alias !== alias);
  const conditions = [...others.map(({ condition }) => condition), rest].join(' ');
  const isNamed = aggregate.test(conditions) || new RegExp(`\\b${alias}\\.`).test(conditions);
  return others.every(({ table }) => table !== null) && !isNamed && !unclear.test(conditions);
}
