import { latexTree } from './latex/tree.ts';
import type { RichNode, RichText } from './rich-text.ts';

/* Titles of Crossref, and of its users, contain inline tags of HTML, JATS and MathML as text: "<i>Planck</i> 2018 results". Only pairs
   of known tags become markup; "x < y" and all other text stays unchanged. */

type Mark = 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub';
const marks: Readonly<Record<string, Mark>> = {
  ...{ b: 'b', bold: 'b', strong: 'b', i: 'i', em: 'i', italic: 'i' },
  ...{ sub: 'sub', inf: 'sub', sup: 'sup', sc: 'sc', scp: 'sc', tt: 'tt', code: 'tt', monospace: 'tt' },
};
const tag = /<(\/?)(?:jats:)?(bold|b|strong|italic|i|em|sub|inf|sup|scp|sc|tt|code|monospace)>/gi;
/** A formula ends before the next one begins, so that matching stays linear for text with only opening tags. */
const mathml = /<(?:mml:)?math[\s>](?:(?!<(?:mml:)?math[\s>])[\s\S]){0,8000}?<\/(?:mml:)?math>/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Maximum nesting of tags; deeper ones stay text. */
const deepest = 8;

/** Decodes XML entities once: `&amp;lt;` becomes `&lt;`. */
const withoutEntities = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '');

/** Converts a MathML formula to text, with super- and subscripts; fractions and roots are written in line. */
function lettersOf(formula: string): string {
  const leaf = '<m[inos]>([^<>]*)</m[inos]>';
  const even = formula
    .replace(/<(\/?)(?:mml:)?([a-z]+)(?![a-z])[^<>]*>/gi, '<$1$2>')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/mtext>/g, 'ms>');
  const joined = even.replace(/<(?:mrow|mstyle)>((?:<m[inos]>[^<>]*<\/m[inos]>)+)<\/(?:mrow|mstyle)>/g, (_, leaves: string) => {
    return `<mi>${leaves.replace(/<[^<>]*>/g, '')}</mi>`;
  });
  return joined
    .replace(new RegExp(`<msup>${leaf}${leaf}</msup>`, 'g'), '$1<sup>$2</sup>')
    .replace(new RegExp(`<msub>${leaf}${leaf}</msub>`, 'g'), '$1<sub>$2</sub>')
    .replace(/<(?!\/?su[bp]>)[^<>]*>/g, '');
}

/** Converts inline tags in a text to markup. Unpaired tags stay text. */
export function withInlineMarkup(tree: RichText): RichText {
  const open: { mark: Mark; written: string; of: RichText }[] = [];
  const top: RichText = [];
  const add = (node: RichNode): void => {
    const to = open.at(-1)?.of ?? top;
    const last = to.at(-1);
    if (node === '') return;
    if (typeof node === 'string' && typeof last === 'string') to[to.length - 1] = last + node;
    else to.push(node);
  };
  /** Restores an unclosed tag as text, and moves its content to its parent. */
  const giveUp = (): void => {
    const left = open.pop();
    if (left) for (const node of [left.written, ...left.of]) add(node);
  };
  for (const node of tree) {
    if (typeof node !== 'string') {
      add(node.tag === 'math' ? node : { ...node, of: withInlineMarkup(node.of) });
      continue;
    }
    const text = node.replace(mathml, lettersOf);
    let from = 0;
    for (const found of text.matchAll(tag)) {
      add(withoutEntities(text.slice(from, found.index)));
      from = found.index + found[0].length;
      const mark = marks[(found[2] ?? '').toLowerCase()] ?? 'i';
      const isEnd = found[1] === '/';
      if (isEnd ? !open.some((each) => each.mark === mark) : open.length === deepest) add(found[0]);
      else if (!isEnd) open.push({ mark, written: found[0], of: [] });
      else {
        while (open.at(-1)?.mark !== mark) giveUp();
        const of = open.pop()?.of ?? [];
        if (of.length > 0) add({ tag: mark, of });
      }
    }
    add(withoutEntities(text.slice(from)));
  }
  while (open.length > 0) giveUp();
  return top;
}

/** Returns true if a text has a formula between dollar signs. Text without any of these characters may be an amount of money. */
const hasFormula = (text: string): boolean =>
  text
    .split('$')
    .slice(1, -1)
    .some((part) => /[\\^_]/.test(part));

/** Parses a title from a bibliographic index: inline tags, and occasional TeX formulas. */
export const titleTree = (title: string): RichText => withInlineMarkup(hasFormula(title) ? latexTree(title) : [title]);
