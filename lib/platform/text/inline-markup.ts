import { parseLatex } from './latex/tree.ts';
import type { RichNode, RichText } from './rich-text.ts';

/* Titles of Crossref, and of its users, contain inline tags of HTML, JATS and MathML as text: "<i>Planck</i> 2018 results". Only pairs
   of known tags become markup; "x < y" and all other text stays unchanged. */

type Mark = 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub';
const marksByTag: Readonly<Record<string, Mark>> = {
  ...{ b: 'b', bold: 'b', strong: 'b', i: 'i', em: 'i', italic: 'i' },
  ...{ sub: 'sub', inf: 'sub', sup: 'sup', sc: 'sc', scp: 'sc', tt: 'tt', code: 'tt', monospace: 'tt' },
};
const tagPattern = /<(\/?)(?:jats:)?(bold|b|strong|italic|i|em|sub|inf|sup|scp|sc|tt|code|monospace)>/gi;
/** A formula ends before the next one begins, so that matching stays linear for text with only opening tags. */
const mathmlPattern = /<(?:mml:)?math[\s>](?:(?!<(?:mml:)?math[\s>])[\s\S]){0,8000}?<\/(?:mml:)?math>/gi;
const xmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Maximum nesting of tags; deeper ones stay text. */
const maxDepth = 8;

/** Decodes XML entities once: `&amp;lt;` becomes `&lt;`. */
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => xmlEntities[name] ?? '');

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

/** Converts inline tags in a text to markup. Unpaired tags stay text. */
export function parseInlineMarkup(tree: RichText): RichText {
  const openTags: { mark: Mark; written: string; of: RichText }[] = [];
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
  for (const node of tree) {
    if (typeof node !== 'string') {
      appendNode(node.tag === 'math' ? node : { ...node, of: parseInlineMarkup(node.of) });
      continue;
    }
    const text = node.replace(mathmlPattern, textOfFormula);
    let from = 0;
    for (const match of text.matchAll(tagPattern)) {
      appendNode(decodeEntities(text.slice(from, match.index)));
      from = match.index + match[0].length;
      const mark = marksByTag[(match[2] ?? '').toLowerCase()] ?? 'i';
      const isEnd = match[1] === '/';
      if (isEnd ? !openTags.some((each) => each.mark === mark) : openTags.length === maxDepth) appendNode(match[0]);
      else if (!isEnd) openTags.push({ mark, written: match[0], of: [] });
      else {
        while (openTags.at(-1)?.mark !== mark) restoreTag();
        const of = openTags.pop()?.of ?? [];
        if (of.length > 0) appendNode({ tag: mark, of });
      }
    }
    appendNode(decodeEntities(text.slice(from)));
  }
  while (openTags.length > 0) restoreTag();
  return root;
}

/** Returns true if a text has a formula between dollar signs. Text without any of these characters may be an amount of money. */
const hasFormula = (text: string): boolean =>
  text
    .split('$')
    .slice(1, -1)
    .some((part) => /[\\^_]/.test(part));

/** Parses a title from a bibliographic index: inline tags, and occasional TeX formulas. */
export const parseTitle = (title: string): RichText => parseInlineMarkup(hasFormula(title) ? parseLatex(title) : [title]);
