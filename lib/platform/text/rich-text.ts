import { z } from 'zod';

/**
 * Titles and abstracts as a small tree: what source adapters make of LaTeX or XML, what the database stores, and what pages render.
 * Only the nodes below exist, so that imported text can carry no markup of its own into a page.
 */
export type RichText = RichNode[];
export type RichNode =
  | string
  | { tag: 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub'; of: RichText }
  /** TeX source of a formula, without its delimiters; rendered to MathML on the server. */
  | { tag: 'math'; tex: string }
  /** An address that `safeHref` let through. */
  | { tag: 'a'; href: string; of: RichText };

/** Scripts without spaces between words, which may have zero-width spaces there. */
const unspaced = '\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Thai}';
const zeroWidth = `(?<![${unspaced}\\u200b])\\u200b+|\\u200b+(?![${unspaced}\\u200b])`;
const signs = /[^\P{Cc}\t\n\r]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const allSigns = new RegExp(`[^\\P{Cc}\\t\\n\\r]|[\\u2060\\ufeff\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]|${zeroWidth}|\\p{Cs}`, 'gu');

/**
 * A text without control characters and halves of surrogate pairs, which no database and no XML holds, and without the signs that turn the
 * direction of writing until they are ended: nobody types them into a title, and one changes how the text beside it reads. Zero-width spaces
 * inside words go too, because no search finds a word with one. Marks of a letter and joiners stay.
 */
export const withoutSigns = (text: string): string => (signs.test(text) || !text.isWellFormed() ? text.replace(allSigns, '') : text);

export const richText: z.ZodType<RichText> = z.array(
  z.union([
    z.string().overwrite(withoutSigns),
    z.object({ tag: z.enum(['b', 'i', 'tt', 'sc', 'sup', 'sub']), of: z.lazy(() => richText) }),
    z.object({ tag: z.literal('math'), tex: z.string().overwrite(withoutSigns) }),
    z.object({ tag: z.literal('a'), href: z.string(), of: z.lazy(() => richText) }),
  ]),
);

const uneven = /[^\S ]|\s{2}/;

/** A text with one space wherever it had white space. Most texts have no other, and are not written again. */
export const withEvenSpaces = (text: string): string => (uneven.test(text) ? text.replace(/\s+/g, ' ') : text);

/** The text alone: for search, sorting, `<title>` and exports. A formula is as its TeX source. */
export const plainText = (tree: RichText): string =>
  withEvenSpaces(
    tree.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? node.tex : plainText(node.of))).join(''),
  ).trim();

/** True where the tree is no more than its text, so that nothing but the text need be stored. */
export const isPlain = (tree: RichText): boolean => tree.every((node) => typeof node === 'string');

/** An absolute http or https address, or null: everything else in imported text stays text. */
export function safeHref(address: string): string | null {
  try {
    const url = new URL(address.trim());
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** How much of a text is kept: characters of text and formulas together, formulas, and levels of markup within markup. */
export interface TextLimits {
  maxCharacters: number;
  maxFormulas: number;
}

const maxDepth = 16;

/** Returns a text within limits: what is too long ends in an ellipsis, and formulas beyond the limit are shown as their TeX source. */
export function shortenText(tree: RichText, { maxCharacters, maxFormulas }: TextLimits): RichText {
  let [characters, formulas] = [maxCharacters, maxFormulas];
  /** Cuts between characters, and says so once. */
  const cut = (text: string): string => {
    if (characters < 0) return '';
    const isWhole = text.length <= characters;
    const kept = isWhole ? text : `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…`;
    characters = isWhole ? characters - text.length : -1;
    return kept;
  };
  const within = (nodes: RichText, depth: number): RichText =>
    nodes.flatMap((node): RichText => {
      if (characters < 0) return [];
      if (typeof node === 'string') return [cut(node)];
      if (node.tag !== 'math') return depth < maxDepth ? [{ ...node, of: within(node.of, depth + 1) }] : [cut(plainText(node.of))];
      formulas -= 1;
      // Half a formula is none.
      if (formulas < 0 || node.tex.length > characters) return [cut(node.tex)];
      characters -= node.tex.length;
      return [node];
    });
  return within(tree, 0);
}
