import { type WorkType, workTypes } from '#lib/catalog/bibliography/types.ts';
import { codeStates, type SourceId, sourceIds } from '#lib/catalog/sources/model.ts';
import type { CodeState } from '../views.ts';

/** Order of an author's works: 'newest', 'title', 'signal' (the indicator signal-1), or the order on a source's page. */
export type ListOrder = 'newest' | 'title' | 'signal' | SourceId;

const ownOrders = ['newest', 'title', 'signal'] as const;

/** True for an order of this instance. Other orders follow the page of a source, and include only the works listed there. */
export const isOwnOrder = (order: ListOrder): order is (typeof ownOrders)[number] => ownOrders.some((ownOrder) => ownOrder === order);

export const retractionStates = ['yes', 'no'] as const;
type RetractionState = (typeof retractionStates)[number];

/** The filters and the order of an author's works. Null for a filter that is off. */
export interface WorkSelection {
  order: ListOrder;
  /** First and last year, inclusive. */
  from: number | null;
  to: number | null;
  type: WorkType | null;
  source: SourceId | null;
  /** A category code, as its source writes it. */
  category: string | null;
  /** A venue's slug. */
  venue: string | null;
  /** A publisher and a series, as the work states them. */
  publisher: string | null;
  series: string | null;
  retracted: RetractionState | null;
  code: CodeState | null;
}

/** All works, newest first. */
export const unfilteredSelection: WorkSelection = {
  order: 'newest',
  from: null,
  to: null,
  type: null,
  source: null,
  category: null,
  venue: null,
  publisher: null,
  series: null,
  retracted: null,
  code: null,
};

/** The query parameters of a selection. */
export const selectionParameters = Object.keys(unfilteredSelection);

/** Filters that accept one of several values. */
export const facetNames = ['type', 'source', 'category', 'venue', 'publisher', 'series', 'retracted', 'code'] as const;
export type FacetName = (typeof facetNames)[number];

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | null =>
    values.find((value) => value === text) ?? null;

const matching =
  (pattern: RegExp) =>
  (text: string): string | null =>
    pattern.test(text) ? text : null;

/** Parses a year from 1000 to 2999 in a URL; null if it is not one. */
export const parseYear = (text: string): number | null => (/^[12]\d{3}$/.test(text) ? Number(text) : null);
const orders: readonly ListOrder[] = [...ownOrders, ...sourceIds];

const parsers = {
  order: oneOf(orders),
  from: parseYear,
  to: parseYear,
  type: oneOf(workTypes),
  source: oneOf(sourceIds),
  category: matching(/^[^\p{Cc}]{1,40}$/u),
  venue: matching(/^[\p{L}\p{N}._-]{1,200}$/u),
  publisher: matching(/^[^\p{Cc}]{1,400}$/u),
  series: matching(/^[^\p{Cc}]{1,400}$/u),
  retracted: oneOf(retractionStates),
  code: oneOf(codeStates),
} as const satisfies { [Name in keyof WorkSelection]: (text: string) => WorkSelection[Name] | null };

const parameterNames = Object.keys(parsers) as (keyof WorkSelection)[];

/**
 * Parses a selection from a URL. Invalid values are ignored and named in `ignored`; blank values are off. Years in reverse order are
 * swapped.
 */
export function parseSelection(params: URLSearchParams): { selection: WorkSelection; ignored: string[] } {
  const texts = parameterNames.map((name) => [name, (params.get(name) ?? '').trim()] as const).filter(([, text]) => text !== '');
  const values = texts.map(([name, text]) => [name, parsers[name](text)] as const);
  const selection: WorkSelection = { ...unfilteredSelection, ...Object.fromEntries(values.filter(([, value]) => value !== null)) };
  const ignored = values.filter(([, value]) => value === null).map(([name]) => name);
  const { from, to } = selection;
  return { selection: from !== null && to !== null && from > to ? { ...selection, from: to, to: from } : selection, ignored };
}

/** True if a form has sent blank parameters, so that a shorter URL has the same meaning. */
export const hasBlankParameters = (params: URLSearchParams): boolean => parameterNames.some((name) => params.get(name)?.trim() === '');

/** Formats a selection as its canonical query string: parameters in a fixed order, without those that are off. */
export function formatSelection(selection: WorkSelection): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of parameterNames) {
    const value = selection[name];
    if (value !== null && value !== unfilteredSelection[name]) query.set(name, `${value}`);
  }
  return query;
}

/** True if no filter is active, whatever the order. */
export const isUnfiltered = (selection: WorkSelection): boolean =>
  parameterNames.every((name) => name === 'order' || selection[name] === unfilteredSelection[name]);
