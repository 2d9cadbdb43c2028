import type { RichText } from '#lib/platform/text/rich-text.ts';
import { toOneLine } from './cited.ts';

const tags = {
  ...{ b: ['<b>', '</b>'], i: ['<i>', '</i>'], sup: ['<sup>', '</sup>'], sub: ['<sub>', '</sub>'], tt: ['', ''] },
  sc: ['<span style="font-variant: small-caps;">', '</span>'],
  nocase: ['<span class="nocase">', '</span>'],
} as const;

/** Escapes what a reader of CSL-JSON would take for a tag or an entity. Other signs stay as they are. */
const escapeMarkup = (text: string): string => text.replace(/&(?=#?\w{1,10};)/g, '&amp;').replace(/<(?=\/?[a-z])/gi, '&lt;');

/** Formats a title with the tags that CSL-JSON allows, and formulas as TeX between dollar signs. */
export function markedUpText(tree: RichText): string {
  const textOf = (nodes: RichText): string =>
    nodes
      .map((node) => {
        if (typeof node === 'string') return escapeMarkup(node);
        if (node.tag === 'math') return escapeMarkup(`$${node.tex}$`);
        if (node.tag === 'a') return textOf(node.of);
        const [start, end] = tags[node.tag];
        return `${start}${textOf(node.of)}${end}`;
      })
      .join('');
  return toOneLine(textOf(tree));
}
