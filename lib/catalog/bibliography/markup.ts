import { type LatexOptions, parseLatex } from '#lib/platform/text/latex/tree.ts';
import { collapseSpaces, hasCaseMarks, plainText, type RichNode, type RichText } from '#lib/platform/text/rich-text.ts';
import { decodeEntities } from './entities.ts';

/* Titles, abstracts, venues and names of registries contain inline tags of HTML, JATS and MathML as text: "<i>Planck</i> 2018 results". Only
   pairs of tags that exist become markup; "x < y", "a <b and c> d" and all other text stays unchanged. */

type Mark = 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub' | 'nocase';
const marksByTag: Readonly<Record<string, Mark>> = {
  ...{ b: 'b', bold: 'b', strong: 'b', i: 'i', em: 'i', italic: 'i', emph: 'i' },
  ...{ sub: 'sub', inf: 'sub', sup: 'sup', sc: 'sc', scp: 'sc', tt: 'tt', code: 'tt', monospace: 'tt' },
};
/** Tags that only structure or decorate a text: their content stays. */
const plainTags =
  'p|br|span|div|u|underline|a|s|strike|font|small|big|ovl|overline|sec|title|label|list|list-item|ext-link|xref|named-content|styled-content|roman|sans-serif|serif|q|blockquote|ul|ol|li|h[1-6]|abbr|cite|center|section';
const attributes = String.raw`(?:\s+[a-z][\w:-]*\s*=\s*(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'))*\s*`;
const tagPattern = new RegExp(
  `<(/?)(?:jats:)?(bold|b|strong|italic|i|emph|em|sub|inf|sup|scp|sc|tt|code|monospace|${plainTags})(${attributes})(/?)>`,
  'gi',
);
/** A formula ends before the next one begins, so that matching stays linear for text with only opening tags. */
const mathmlPattern = /<(?:mml:)?math[\s>](?:(?!<(?:mml:)?math[\s>])[\s\S]){0,8000}?<\/(?:mml:)?math>/gi;
/** LaTeX beside MathML in the abstracts of registries. */
const texMathPattern =
  /<(?:jats:)?(?:inline-formula|disp-formula|alternatives|tex-math)\b[^<>]{0,200}>|<\/(?:jats:)?(?:inline-formula|disp-formula|alternatives|tex-math)>/gi;

/** Maximum nesting of tags; deeper ones stay text. */
const maxDepth = 8;

/** Converts a MathML formula to text, with super- and subscripts; fractions and roots are written in line. */
function textOfFormula(formula: string): string {
  const leafPattern = '<m[inos]>([^<>]*)</m[inos]>';
  const normalized = formula
    .replace(/<(\/?)(?:mml:)?([a-z]+)(?![a-z])[^<>]*>/gi, '<$1$2>')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/mtext>/g, 'ms>');
  const joined = normalized.replace(/<(?:mrow|mstyle)>((?:<m[inos]>[^<>]*<\/m[inos]>)+)<\/(?:mrow|mstyle)>/g, (_, leaves: string) => {
    return `<mi>${leaves.replace(/<[^<>]*>/g, '')}</mi>`;
  });
  return joined
    .replace(new RegExp(`<msup>${leafPattern}${leafPattern}</msup>`, 'g'), '$1<sup>$2</sup>')
    .replace(new RegExp(`<msub>${leafPattern}${leafPattern}</msub>`, 'g'), '$1<sub>$2</sub>')
    .replace(/<(?!\/?su[bp]>)[^<>]*>/g, '');
}

interface OpenTag {
  /** The element, to which the end tag must belong. */
  name: string;
  mark: Mark | null;
  written: string;
  of: RichText;
}

/** The mark that an element means: CSL writes protected capitals and small capitals as `span`. */
function markOf(name: string, written: string): Mark | null {
  if (name === 'span' && /\bnocase\b/.test(written)) return 'nocase';
  if ((name === 'span' || name === 'styled-content') && /small-caps/.test(written)) return 'sc';
  return marksByTag[name] ?? null;
}

/** Converts inline tags in a text to markup, and decodes entities once. Unpaired tags stay text. */
export function parseInlineMarkup(tree: RichText): RichText {
  const openTags: OpenTag[] = [];
  const root: RichText = [];
  const appendNode = (node: RichNode): void => {
    const parent = openTags.at(-1)?.of ?? root;
    const last = parent.at(-1);
    if (node === '') return;
    if (typeof node === 'string' && typeof last === 'string') parent[parent.length - 1] = last + node;
    else parent.push(node);
  };
  /** Restores an unclosed tag as text, and moves its content to its parent. */
  const restoreTag = (): void => {
    const unclosed = openTags.pop();
    if (unclosed) for (const node of [unclosed.written, ...unclosed.of]) appendNode(node);
  };
  const closeTag = (name: string): void => {
    while (openTags.at(-1)?.name !== name) restoreTag();
    const closed = openTags.pop();
    if (!closed || closed.of.length === 0) return;
    if (closed.mark) appendNode({ tag: closed.mark, of: closed.of });
    else for (const node of closed.of) appendNode(node);
  };
  for (const node of tree) {
    if (typeof node !== 'string') {
      appendNode(node.tag === 'math' ? node : { ...node, of: parseInlineMarkup(node.of) });
      continue;
    }
    if (!/[<&]/.test(node)) {
      appendNode(node);
      continue;
    }
    const text = node.replace(mathmlPattern, textOfFormula).replace(texMathPattern, '');
    let from = 0;
    for (const match of text.matchAll(tagPattern)) {
      appendNode(decodeEntities(text.slice(from, match.index)));
      from = match.index + match[0].length;
      const [written, slash, tag = '', , selfClosed] = match;
      const name = canonicalName(tag.toLowerCase());
      if (name === 'br' || selfClosed === '/') appendNode(name === 'br' ? ' ' : '');
      else if (slash === '/') {
        if (openTags.some((each) => each.name === name)) {
          closeTag(name);
          if (blockTags.has(name)) appendNode(' ');
        } else appendNode(written);
      } else if (openTags.length === maxDepth) appendNode(written);
      else openTags.push({ name, mark: markOf(name, written), written, of: [] });
    }
    appendNode(decodeEntities(text.slice(from)));
  }
  while (openTags.length > 0) restoreTag();
  return root;
}

/** Elements of one meaning may end each other: `<i>x</em>`. */
const canonicalName = (name: string): string => marksByTag[name] ?? name;
/** Elements that end a line. */
const blockTags: ReadonlySet<string> = new Set('p div sec title list-item li h1 h2 h3 h4 h5 h6 section blockquote'.split(' '));

/** Returns true if a text has a formula between dollar signs. Text without any of these characters may be an amount of money. */
const hasFormula = (text: string): boolean =>
  text
    .split('$')
    .slice(1, -1)
    .some((part) => /[\\^_]/.test(part));

/** Parses a title from a bibliographic index: inline tags, and occasional TeX formulas. */
export const parseTitle = (title: string): RichText => trimTree(parseInlineMarkup(hasFormula(title) ? parseLatex(title) : [title]));

const maxCharacters = 20_000;

/** Reads a title or abstract of a registry as one line with markup; null if it is empty. */
export function readTitle(value: unknown): RichText | null {
  const text = firstText(value);
  const tree = text === undefined ? [] : parseTitle(text.slice(0, maxCharacters).replace(/\s+/g, ' '));
  return plainText(tree) === '' ? null : tree;
}

/** Reads a venue, a publisher or another field as one line without markup; of a list its first value. */
export function readLine(value: unknown): string | undefined {
  const text = firstText(value);
  if (text === undefined) return undefined;
  const line = text.slice(0, maxCharacters);
  const plain = /[<&]/.test(line) ? plainText(parseInlineMarkup([line])) : line.replace(/\s+/g, ' ').trim();
  return plain === '' ? undefined : plain;
}

function firstText(value: unknown): string | undefined {
  const first = Array.isArray(value)
    ? value.find((each) => (typeof each === 'string' && each.trim() !== '') || typeof each === 'number')
    : value;
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}

/**
 * Reads a field of BibTeX as one line without markup.
 * @param unknown collects the names of commands that are not known
 */
export const readLatexLine = (latex: string | undefined, unknown?: Set<string>): string =>
  plainText(parseInlineMarkup(parseLatex((latex ?? '').replace(/\s+/g, ' '), unknown ? { unknown } : {})));

/**
 * Reads a title in LaTeX. Braces around capitals say that a style may not change them, and become `nocase`. A title without any is read as
 * it is written again: with its words protected that have a capital inside.
 */
export function readLatexTitle(latex: string, unknown?: Set<string>): RichText | null {
  const title = readLatexText(latex, { protectsCase: true, ...(unknown && { unknown }) });
  return title && protectCapitals(title);
}

/** Protects words with a capital after the first letter, because some styles print titles in lower case. A title with protection stays. */
export const protectCapitals = (tree: RichText): RichText => (hasCaseMarks(tree) ? tree : protectWords(tree));

const protectWords = (tree: RichText): RichText =>
  tree.flatMap((node): RichText => {
    if (typeof node !== 'string') return node.tag === 'math' ? [node] : [{ ...node, of: protectWords(node.of) }];
    const parts: RichNode[] = [];
    let end = 0;
    for (const { 0: word, index } of node.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (!hasInnerCapital(word)) continue;
      parts.push(node.slice(end, index), { tag: 'nocase', of: [word] });
      end = index + word.length;
    }
    return [...parts, node.slice(end)].filter((part) => part !== '');
  });

/** True for "GPUs", "iPad" and "3D". The parts are matched one by one: one pattern for all would take minutes on a long word. */
const hasInnerCapital = (word: string): boolean => /^\p{N}+\p{Lu}/u.test(word) || /\p{Lu}/u.test(word.replace(/^\p{N}*\p{L}/u, ''));

/** Reads an abstract or another text in LaTeX with its markup; null if it is empty. */
export function readLatexText(latex: string, options: LatexOptions = {}): RichText | null {
  const tree = trimTree(parseInlineMarkup(parseLatex(latex.replace(/\s+/g, ' ').trim(), options)));
  return plainText(tree) === '' ? null : tree;
}

function trimTree(tree: RichText): RichText {
  const nodes = tree.map((node) => (typeof node === 'string' ? collapseSpaces(node) : node));
  const [first] = nodes;
  if (typeof first === 'string') nodes[0] = first.trimStart();
  const last = nodes.at(-1);
  if (typeof last === 'string') nodes[nodes.length - 1] = last.trimEnd();
  return nodes.filter((node) => node !== '');
}
