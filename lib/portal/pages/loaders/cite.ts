import { bibtexEntry } from '#lib/catalog/works/model/citations/bibtex.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { risFile } from '#lib/catalog/works/model/citations/ris.ts';
import { bibliographyOf, cslStyles } from '#lib/catalog/works/queries/bibliography.ts';
import { type Citation, parseCiteStyle } from '../model/cite.ts';
import { plainCitation } from '../model/cv-choice.ts';

/** Formats one work in a style; an unknown style is the default. */
export async function loadCitationIn(work: CitedWork, requested: string): Promise<Citation> {
  const style = parseCiteStyle(requested);
  if (style.id === 'bibtex') return { style, kind: 'file', content: bibtexEntry(work).trim() };
  if (style.id === 'ris') return { style, kind: 'file', content: risFile([work]).trim() };
  const cslStyle = cslStyles().find(({ id }) => id === style.id);
  const citation = cslStyle && (await bibliographyOf([work], cslStyle)).citations[0];
  return { style, kind: 'text', parts: citation ?? plainCitation(work) };
}
