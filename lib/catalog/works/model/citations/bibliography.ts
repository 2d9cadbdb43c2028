import { type CitedWork, titleOf } from './cited.ts';
import { cslItem } from './csl.ts';

/** A citation style of the Citation Style Language, 1.0. */
export interface CslStyle {
  id: string;
  title: string;
  xml: string;
}

/** A part of a citation. The title part is linked. */
export interface CitationPart {
  text: string;
  isTitle?: boolean;
  italic?: boolean;
  bold?: boolean;
}

/** Citations of works, in order. `isNumbered` is true for a numbering style; the numbers are not part of the text. */
export interface Bibliography {
  isNumbered: boolean;
  citations: CitationPart[][];
}

/** Input of a CSL processor: a style, and items of CSL-JSON. */
export interface BibliographyRequest {
  style: string;
  items: Record<string, unknown>[];
}

const titleWithSubtitle = (work: CitedWork): string => [titleOf(work), work.details.subtitle].filter(Boolean).join(': ');

const onlyForManagers = { note: undefined, archive: undefined, archive_location: undefined };

/**
 * Removes what a style needs only to tell several works apart or to sort them: its form of citations in the text, and its orders. citeproc
 * expands all macros in them, which takes a second for APA.
 */
const forOneWork = (style: string): string =>
  style
    .replace(/<citation\b[\s\S]*?<\/citation>/, '<citation><layout><text variable="title"/></layout></citation>')
    .replaceAll(/<sort>[\s\S]*?<\/sort>/g, '');

/**
 * Returns the input for some works. Every item has a title, which becomes its link. Notes about author lists and
 * the arXiv id are only for reference managers.
 */
export const createBibliographyRequest = (works: readonly CitedWork[], { xml }: CslStyle): BibliographyRequest => ({
  style: works.length === 1 ? forOneWork(xml) : xml,
  items: works.map((work) => ({ ...cslItem(work), title: titleWithSubtitle(work), ...onlyForManagers })),
});
