import { languageName } from '#lib/catalog/bibliography/languages.ts';
import { type RecordFieldName, recordFieldNames, recordFieldOf } from '#lib/catalog/bibliography/record.ts';
import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import type { FactName } from '#lib/catalog/works/model/assertions.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';
import type { CodeState, FacetView, WorkIndicatorKind } from '#lib/catalog/works/model/views.ts';

/** Orders of this instance. */
export const orderLabels = { newest: 'Newest', title: 'Title', signal: 'Most active now' } as const;

export const typeLabels: Record<WorkType, string> = {
  preprint: 'Preprint',
  article: 'Article',
  paper: 'Conference paper',
  book: 'Book',
  chapter: 'Chapter',
  thesis: 'Thesis',
  report: 'Report',
  dataset: 'Dataset',
  other: 'Other work',
};

const fieldLabels = Object.fromEntries(recordFieldNames.map((name) => [name, recordFieldOf[name].label])) as Record<
  RecordFieldName,
  string
>;

/** Labels of the facts of a work, for sources and history. */
export const factLabels: Record<FactName, string> = {
  title: 'Title',
  authors: 'Authors',
  affiliations: 'Affiliations',
  contributors: 'Editors and others',
  type: 'Type',
  date: 'Date',
  venue: 'Published in',
  ...fieldLabels,
  language: 'Language',
  category: 'Category',
  doi: 'DOI',
  identifiers: 'Other identifiers',
  code: 'Code',
  abstract: 'Abstract',
  summary: 'Summary by Peergraph',
  retracted: 'Retraction',
};

const isDateField = (name: string): boolean =>
  name === 'date' || recordFieldNames.some((field) => field === name && recordFieldOf[field].kind === 'date');

/** Formats the value of a fact: a type by its label, a language by its name, a date in words. */
export function formatFactValue(name: string, value: string): string {
  if (name === 'type' && value in typeLabels) return typeLabels[value as WorkType];
  if (name === 'language') return languageName(value);
  return isDateField(name) ? formatDate(value) : value;
}

/** Names of indicators from sources, for use after “a”. */
export const indicatorNames: Record<WorkIndicatorKind, string> = {
  score: 'score',
  paper_score: 'paper score',
  citations: 'citation count',
};

/** Labels of the state of a work's code. Only 'reachable' means that this instance has checked the link. */
export const codeLabels: Record<CodeState, string> = {
  linked: 'Code linked',
  reachable: 'Code linked and reachable',
  promised: 'Code announced, not linked',
  none: 'No code known',
};

/** Returns the label of a filter's value. */
export function facetLabel(name: string, { value, name: displayName }: Pick<FacetView, 'value' | 'name'>): string {
  if (name === 'type' && value in typeLabels) return typeLabels[value as WorkType];
  if (name === 'retracted') return value === 'yes' ? 'Yes' : 'No';
  if (name === 'code' && value in codeLabels) return codeLabels[value as CodeState];
  return displayName;
}
