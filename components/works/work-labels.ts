import type { WorkType } from '#lib/catalog/sources/model.ts';
import type { FactName } from '#lib/catalog/works/model/assertions.ts';
import { languageName } from '#lib/catalog/works/model/languages.ts';
import type { CodeState, FacetView, WorkIndicatorKind } from '#lib/catalog/works/model/views.ts';

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

/** Facts of a work, as its sources and its history name them. */
export const factLabels: Record<FactName, string> = {
  title: 'Title',
  authors: 'Authors',
  affiliations: 'Affiliations',
  type: 'Type',
  date: 'Date',
  venue: 'Published in',
  volume: 'Volume',
  pages: 'Pages',
  publisher: 'Publisher',
  language: 'Language',
  category: 'Category',
  doi: 'DOI',
  identifiers: 'Other identifiers',
  code: 'Code',
  abstract: 'Abstract',
  summary: 'Summary by Peergraph',
  retracted: 'Retraction',
};

/** The value of a fact in words: a type by its label, a language by its name. */
export const factValue = (name: string, value: string): string =>
  name === 'type' && value in typeLabels ? typeLabels[value as WorkType] : name === 'language' ? languageName(value) : value;

/** Figures that sources give for a work, as they are said after “a”. */
export const indicatorNames: Record<WorkIndicatorKind, string> = {
  score: 'score',
  paper_score: 'paper score',
  citations: 'citation count',
};

/** The state of a work's code; only a link that this instance has reached says more than that somebody links it. */
export const codeLabels: Record<CodeState, string> = {
  linked: 'Code linked',
  reachable: 'Code linked and reachable',
  promised: 'Code promised, no link',
  none: 'No code known',
};

/** A filter's value as a reader meets it. */
export function facetLabel(name: string, { value, name: told }: Pick<FacetView, 'value' | 'name'>): string {
  if (name === 'type' && value in typeLabels) return typeLabels[value as WorkType];
  if (name === 'code' && value in codeLabels) return codeLabels[value as CodeState];
  return told;
}
