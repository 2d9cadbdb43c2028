import { formatWorksLinkedData } from '../linked-data.ts';
import { bibtexFile } from './bibtex.ts';
import type { CitedWork } from './cited.ts';
import { cslFile } from './csl.ts';
import { csvFile } from './csv.ts';
import { risFile } from './ris.ts';

/** A citation format: the last path segment of its URL, its media type, and its writer. */
interface CitationFormat {
  file: string;
  ending: string;
  name: string;
  type: string;
  /** Returns the file; `base` is the public URL of this instance. */
  write(works: readonly CitedWork[], base: string): string;
}

export const citationFormats: readonly CitationFormat[] = [
  { file: 'cite.bib', ending: 'bib', name: 'BibTeX', type: 'application/x-bibtex', write: bibtexFile },
  { file: 'cite.ris', ending: 'ris', name: 'RIS', type: 'application/x-research-info-systems', write: risFile },
  { file: 'cite.json', ending: 'json', name: 'CSL-JSON', type: 'application/vnd.citationstyles.csl+json', write: cslFile },
  { file: 'cite.jsonld', ending: 'jsonld', name: 'JSON-LD', type: 'application/ld+json', write: formatWorksLinkedData },
  { file: 'cite.csv', ending: 'csv', name: 'CSV', type: 'text/csv', write: csvFile },
];

/** Returns the format of a path segment, or null. */
export const citationFormat = (file: string): CitationFormat | null => citationFormats.find((format) => format.file === file) ?? null;

/** Returns the URLs of a page's files by media type, for the head of the page. */
export const citationLinks = (path: string): Record<string, { url: string; title: string }[]> =>
  Object.fromEntries(citationFormats.map(({ file, name, type }) => [type, [{ url: `${path}/${file}`, title: name }]]));

/** Maximum number of works in one file of a topic, venue, institution or search; its Link header names the next file. */
export const maxPerFile = 500;

/** Maximum number of works selected by ids; the ids must fit in a URL. */
export const maxSelected = 200;
