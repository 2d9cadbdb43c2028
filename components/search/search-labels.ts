import { formatNumber } from '#components/ui/sentence.ts';
import type { ResultKind } from '#lib/catalog/search-index/model/search-query.ts';
import type { Total } from '#lib/portal/search/model/results.ts';

export const kindTitles: Record<ResultKind, string> = {
  people: 'People',
  topics: 'Topics',
  venues: 'Venues',
  institutions: 'Institutions',
  works: 'Works',
};

const units: Record<ResultKind, [one: string, many: string]> = {
  people: ['person', 'people'],
  topics: ['topic', 'topics'],
  venues: ['venue', 'venues'],
  institutions: ['institution', 'institutions'],
  works: ['work', 'works'],
};

/** "12", "2,000+". */
export const formatShortTotal = ({ count, exact }: Total): string => `${formatNumber(count)}${exact ? '' : '+'}`;

/** "1 person", "12 works", "more than 20,000 works". */
export const formatTotal = (kind: ResultKind, { count, exact }: Total): string =>
  `${exact ? '' : 'more than '}${formatNumber(count)} ${units[kind][exact && count === 1 ? 0 : 1]}`;
