import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';

/** The styles and formats in which a work can be copied; the first is the default. */
export const citeStyles = [
  { id: 'apa', name: 'APA' },
  { id: 'mla', name: 'MLA' },
  { id: 'chicago', name: 'Chicago' },
  { id: 'bibtex', name: 'BibTeX' },
  { id: 'ris', name: 'RIS' },
] as const;
type CiteStyle = (typeof citeStyles)[number];

export const parseCiteStyle = (text: string): CiteStyle => citeStyles.find(({ id }) => id === text) ?? citeStyles[0];

/** A citation of one work: running text, or the content of a file. */
export type Citation = { style: CiteStyle } & ({ kind: 'text'; parts: CitationPart[] } | { kind: 'file'; content: string });
