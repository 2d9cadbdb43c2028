import { readableText } from '#lib/platform/text/latex/readable.ts';
import type { RichNode, RichText } from '#lib/platform/text/rich-text.ts';
import { type CitedWork, citedTitleOf, type FormulaForm, titleLineOf, toOneLine, withoutBreaks } from './cited.ts';
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

/** A part of a title. A style may change the capitals of a part unless it keeps them. */
interface TitlePart {
  text: string;
  keepsCase?: true;
}

/** Input of a CSL processor: a style, and works. */
export interface BibliographyRequest {
  style: string;
  works: {
    /** The other fields, as in CSL-JSON. */
    item: Record<string, unknown>;
    /** Never empty, because it becomes the link. */
    title: TitlePart[];
    /** True if the title is a description, which is in no quotes or italics. */
    isDescription: boolean;
    /** False if the item has only the first authors. */
    hasAllAuthors: boolean;
  }[];
}

/** Returns a title as plain text, in parts. Formulas and what the source protects keep their capitals. */
function titleParts(tree: RichText, formulas: FormulaForm, keepsCase?: true): TitlePart[] {
  return tree.flatMap((node, at): TitlePart[] => {
    if (typeof node === 'string') {
      const text = withoutBreaks(node);
      // What a script is beside belongs to the formula: m².
      const [base = ''] = isScript(tree[at + 1]) ? (/[\p{L}\p{N}]+$/u.exec(text) ?? []) : [];
      if (keepsCase || base === '') return [{ text, ...(keepsCase && { keepsCase }) }];
      return [{ text: text.slice(0, text.length - base.length) }, { text: base, keepsCase: true }];
    }
    if (node.tag === 'math' || isScript(node))
      return [{ text: formulas === 'tex' ? titleLineOf([node]) : toOneLine(readableText([node])), keepsCase: true }];
    return titleParts(node.of, formulas, node.tag === 'nocase' ? true : keepsCase);
  });
}

const isScript = (node: RichNode | undefined): boolean =>
  typeof node === 'object' && (node.tag === 'math' ? /^[\^_]/.test(node.tex) : node.tag === 'sup' || node.tag === 'sub');

const subtitleParts = ({ details: { subtitle } }: CitedWork): TitlePart[] => (subtitle ? [{ text: `: ${toOneLine(subtitle)}` }] : []);

const onlyForManagers = { note: undefined, archive: undefined, archive_location: undefined };

/**
 * Removes what a style needs only to tell several works apart or to sort them: its form of citations in the text, and its orders. citeproc
 * expands all macros in them, which takes a second for APA.
 */
const forOneWork = (style: string): string =>
  style
    .replace(/<citation\b[\s\S]*?<\/citation>/, '<citation><layout><text variable="title"/></layout></citation>')
    .replaceAll(/<sort>[\s\S]*?<\/sort>/g, '');

/** Returns the input for some works. Notes about author lists and the arXiv id are only for reference managers. */
export const createBibliographyRequest = (works: readonly CitedWork[], { xml }: CslStyle, formulas: FormulaForm): BibliographyRequest => ({
  style: works.length === 1 ? forOneWork(xml) : xml,
  works: works.map((work) => {
    const { text, isDescription } = citedTitleOf(work, formulas);
    return {
      item: { ...cslItem(work), title: undefined, ...onlyForManagers },
      title: isDescription ? [{ text, keepsCase: true }] : [...titleParts(work.title ?? [], formulas), ...subtitleParts(work)],
      isDescription,
      hasAllAuthors: work.authorsComplete,
    };
  }),
});
