import { linkedWorks } from '../linked-data.ts';
import { bibtexFile } from './bibtex.ts';
import type { CitedWork } from './cited.ts';
import { cslFile } from './csl.ts';
import { csvFile } from './csv.ts';
import { risFile } from './ris.ts';

/** A format that works go out in: the last part of its address, its media type, and who writes it. */
interface CitationFormat {
  file: string;
  ending: string;
  name: string;
  type: string;
  /** The file; `base` is the public address of this instance. */
  write(works: readonly CitedWork[], base: string): string;
}

export const citationFormats: readonly CitationFormat[] = [
  { file: 'cite.bib', ending: 'bib', name: 'BibTeX', type: 'application/x-bibtex', write: bibtexFile },
  { file: 'cite.ris', ending: 'ris', name: 'RIS', type: 'application/x-research-info-systems', write: risFile },
  { file: 'cite.json', ending: 'json', name: 'CSL-JSON', type: 'application/vnd.citationstyles.csl+json', write: cslFile },
  { file: 'cite.jsonld', ending: 'jsonld', name: 'JSON-LD', type: 'application/ld+json', write: linkedWorks },
  { file: 'cite.csv', ending: 'csv', name: 'CSV', type: 'text/csv', write: csvFile },
];

/** The format that the last part of an address names, or null. */
export const citationFormat = (file: string): CitationFormat | null => citationFormats.find((format) => format.file === file) ?? null;

/** Where the files of a page are, by media type, as a page's head names them. */
export const citationLinks = (path: string): Record<string, { url: string; title: string }[]> =>
  Object.fromEntries(citationFormats.map(({ file, name, type }) => [type, [{ url: `${path}/${file}`, title: name }]]));

/** Works that one file of a topic, venue, institution or search holds; its Link header leads to the next. */
export const maxPerFile = 500;

/** Works that one selection by ids may hold: as many as an address can name. */
export const maxSelected = 200;
