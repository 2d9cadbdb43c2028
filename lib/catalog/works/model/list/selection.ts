import { codeStates, type SourceId, sourceIds, type WorkType, workTypes } from '#lib/catalog/sources/model.ts';
import type { CodeState } from '../views.ts';

/** How an author's works are ordered: 'newest', 'title', 'signal' (our indicator signal-1), or as the page of one source lists them. */
export type ListOrder = 'newest' | 'title' | 'signal' | SourceId;

const ownOrders = ['newest', 'title', 'signal'] as const;

/** True of an order that is ours; the others are as the page of one source lists the works, and hold those works alone. */
export const isOwnOrder = (order: ListOrder): order is (typeof ownOrders)[number] => ownOrders.some((own) => own === order);

/** Which of an author's works are asked for, and in what order. Null where a filter is off. */
export interface WorkSelection {
  order: ListOrder;
  /** First and last year, both included. */
  from: number | null;
  to: number | null;
  type: WorkType | null;
  source: SourceId | null;
  /** A category's code, as its source gives it. */
  category: string | null;
  /** A venue's slug. */
  venue: string | null;
  code: CodeState | null;
}

/** All works, newest first. */
export const everything: WorkSelection = {
  order: 'newest',
  from: null,
  to: null,
  type: null,
  source: null,
  category: null,
  venue: null,
  code: null,
};

/** Filters that take one of a list of values. */
export const facetNames = ['type', 'source', 'category', 'venue', 'code'] as const;
export type FacetName = (typeof facetNames)[number];

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | null =>
    values.find((value) => value === text) ?? null;

const matching =
  (pattern: RegExp) =>
  (text: string): string | null =>
    pattern.test(text) ? text : null;

const year = (text: string): number | null => (/^[12]\d{3}$/.test(text) ? Number(text) : null);
const orders: readonly ListOrder[] = [...ownOrders, ...sourceIds];

const readers = {
  order: oneOf(orders),
  from: year,
  to: year,
  type: oneOf(workTypes),
  source: oneOf(sourceIds),
  category: matching(/^[^\p{Cc}]{1,40}$/u),
  venue: matching(/^[\p{L}\p{N}._-]{1,200}$/u),
  code: oneOf(codeStates),
} as const satisfies { [Name in keyof WorkSelection]: (text: string) => WorkSelection[Name] | null };

const names = Object.keys(readers) as (keyof WorkSelection)[];

/**
 * Reads a selection from a URL. A value that cannot be one is left out and named in `ignored`; a blank one is off. Years the wrong
 * way round are a span all the same.
 */
export function selectionFrom(params: URLSearchParams): { selection: WorkSelection; ignored: string[] } {
  const given = names.map((name) => [name, (params.get(name) ?? '').trim()] as const).filter(([, text]) => text !== '');
  const read = given.map(([name, text]) => [name, readers[name](text)] as const);
  const selection: WorkSelection = { ...everything, ...Object.fromEntries(read.filter(([, value]) => value !== null)) };
  const ignored = read.filter(([, value]) => value === null).map(([name]) => name);
  const { from, to } = selection;
  return { selection: from !== null && to !== null && from > to ? { ...selection, from: to, to: from } : selection, ignored };
}

/** True where a form has sent parameters of ours blank, so that a shorter address means the same. */
export const hasBlanks = (params: URLSearchParams): boolean => names.some((name) => params.get(name)?.trim() === '');

/** The one query string that means a selection: parameters in a fixed order, those that are off left out. */
export function selectionQuery(selection: WorkSelection): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = selection[name];
    if (value !== null && value !== everything[name]) query.set(name, `${value}`);
  }
  return query;
}

/** True where no filter is on; the order does not count. */
export const isUnfiltered = (selection: WorkSelection): boolean =>
  names.every((name) => name === 'order' || selection[name] === everything[name]);
