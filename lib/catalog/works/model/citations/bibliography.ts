import { type CitedWork, titleOf } from './cited.ts';
import { cslItem } from './csl.ts';

/** A citation style of the Citation Style Language, 1.0. */
export interface CslStyle {
  id: string;
  title: string;
  xml: string;
}

/** A piece of a citation. The title is the piece that is linked. */
export interface CitationPart {
  text: string;
  isTitle?: boolean;
  italic?: boolean;
  bold?: boolean;
}

/** Citations of works, in their order. `isNumbered` where the style numbers them; the numbers are not in the text. */
export interface Bibliography {
  isNumbered: boolean;
  citations: CitationPart[][];
}

/** What a CSL processor needs: a style, and items of CSL-JSON. */
export interface BibliographyQuestion {
  style: string;
  items: Record<string, unknown>[];
}

/** Every item has a title, which is its link. Notes on a list of authors are for reference managers. */
export const bibliographyQuestion = (works: readonly CitedWork[], { xml }: CslStyle): BibliographyQuestion => ({
  style: xml,
  items: works.map((work) => ({ ...cslItem(work), title: titleOf(work), note: undefined })),
});
