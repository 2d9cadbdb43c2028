/**
 * Titles and abstracts as a tree: created by source adapters from LaTeX or XML, stored in the database, and rendered by pages. Only the
 * nodes below exist, so that imported text cannot inject markup into a page.
 */
export type RichText = RichNode[];
export type RichNode =
  | string
  | { tag: 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub'; of: RichText }
  /** Text whose capitals a citation style must not change, such as a name in a title. It looks like other text. */
  | { tag: 'nocase'; of: RichText }
  /** TeX source of a formula, without its delimiters; rendered to MathML on the server. */
  | { tag: 'math'; tex: string }
  /** A URL validated by `safeHref`. */
  | { tag: 'a'; href: string; of: RichText };

/** Scripts without spaces between words, where zero-width spaces are permitted. */
const unspacedScripts = '\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}\\p{Script=Thai}';
const misplacedZeroWidth = `(?<![${unspacedScripts}\\u200b])\\u200b+|\\u200b+(?![${unspacedScripts}\\u200b])`;
const unsafeCharacter = /[^\P{Cc}\t\n\r]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const unsafeCharacters = new RegExp(
  `[^\\P{Cc}\\t\\n\\r]|[\\u2060\\ufeff\\u202a-\\u202e\\u2066-\\u2069\\ufffe\\uffff]|${misplacedZeroWidth}|\\p{Cs}`,
  'gu',
);

/**
 * Removes control characters and unpaired surrogates, which databases and XML cannot store, and bidirectional controls, which affect the
 * text around a title. Also removes zero-width spaces inside words, because search cannot match such words. Combining marks and joiners
 * stay.
 */
export const withoutUnsafeCharacters = (text: string): string =>
  unsafeCharacter.test(text) || !text.isWellFormed() ? text.replace(unsafeCharacters, '') : text;

const unevenSpaces = /[^\S ]|\s{2}/;

/** Collapses white space. Returns most texts unchanged, because they have no other white space. */
export const collapseSpaces = (text: string): string => (unevenSpaces.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Returns the tree as plain text, for search, sorting, `<title>` and exports. A formula becomes its TeX source. */
export const plainText = (tree: RichText): string =>
  collapseSpaces(
    tree.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? node.tex : plainText(node.of))).join(''),
  ).trim();

/** Returns true if the tree has only text, so that storing its text suffices. */
export const isPlainText = (tree: RichText): boolean => tree.every((node) => typeof node === 'string');

/** Returns the tree without the marks of protected capitals, which are only for citations. */
export function withoutCaseMarks(tree: RichText): RichText {
  if (!hasCaseMarks(tree)) return tree;
  const nodes: RichText = [];
  for (const node of tree.flatMap(
    (each): RichText => (typeof each !== 'string' && each.tag === 'nocase' ? withoutCaseMarks(each.of) : [each]),
  )) {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else nodes.push(typeof node === 'string' || node.tag === 'math' ? node : { ...node, of: withoutCaseMarks(node.of) });
  }
  return nodes;
}

/** True if the tree protects capitals. */
export const hasCaseMarks = (tree: RichText): boolean =>
  tree.some((node) => typeof node !== 'string' && node.tag !== 'math' && (node.tag === 'nocase' || hasCaseMarks(node.of)));

/** Returns an absolute http or https URL; null for anything else, which stays text. */
export function safeHref(address: string): string | null {
  try {
    const url = new URL(address.trim());
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Upper bounds for a text: characters of text and formulas together, and number of formulas. */
export interface TextLimits {
  maxCharacters: number;
  maxFormulas: number;
}

const maxDepth = 16;

/** Shortens a text to its limits: an ellipsis replaces the rest, and formulas beyond the limit become their TeX source. */
export function shortenText(tree: RichText, { maxCharacters, maxFormulas }: TextLimits): RichText {
  let [characters, formulas] = [maxCharacters, maxFormulas];
  /** Cuts at a code point, and appends an ellipsis once. */
  const cutText = (text: string): string => {
    if (characters < 0) return '';
    const isWhole = text.length <= characters;
    const shortened = isWhole ? text : `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…`;
    characters = isWhole ? characters - text.length : -1;
    return shortened;
  };
  const shortenNodes = (nodes: RichText, depth: number): RichText =>
    nodes.flatMap((node): RichText => {
      if (characters < 0) return [];
      if (typeof node === 'string') return [cutText(node)];
      if (node.tag !== 'math')
        return depth < maxDepth ? [{ ...node, of: shortenNodes(node.of, depth + 1) }] : [cutText(plainText(node.of))];
      formulas -= 1;
      // A formula cannot be cut.
      if (formulas < 0 || node.tex.length > characters) return [cutText(node.tex)];
      characters -= node.tex.length;
      return [node];
    });
  return shortenNodes(tree, 0);
}
