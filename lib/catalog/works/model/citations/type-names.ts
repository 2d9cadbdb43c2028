import type { WorkType } from '#lib/catalog/bibliography/types.ts';

/** The type of a work in BibTeX, CSL, RIS and ORCID. */
export const typeNames: Record<WorkType, Record<'bibtex' | 'csl' | 'ris' | 'orcid', string>> = {
  preprint: { bibtex: 'misc', csl: 'article', ris: 'UNPB', orcid: 'preprint' },
  article: { bibtex: 'article', csl: 'article-journal', ris: 'JOUR', orcid: 'journal-article' },
  paper: { bibtex: 'inproceedings', csl: 'paper-conference', ris: 'CPAPER', orcid: 'conference-paper' },
  book: { bibtex: 'book', csl: 'book', ris: 'BOOK', orcid: 'book' },
  chapter: { bibtex: 'incollection', csl: 'chapter', ris: 'CHAP', orcid: 'book-chapter' },
  thesis: { bibtex: 'phdthesis', csl: 'thesis', ris: 'THES', orcid: 'dissertation-thesis' },
  report: { bibtex: 'techreport', csl: 'report', ris: 'RPRT', orcid: 'report' },
  dataset: { bibtex: 'misc', csl: 'dataset', ris: 'DATA', orcid: 'data-set' },
  other: { bibtex: 'misc', csl: 'document', ris: 'GEN', orcid: 'other' },
};

/** Work types with a schema.org type of their own. */
export const schemaTypes: Partial<Record<WorkType, string>> = {
  ...{ book: 'Book', chapter: 'Chapter', thesis: 'Thesis', report: 'Report', dataset: 'Dataset' },
};
