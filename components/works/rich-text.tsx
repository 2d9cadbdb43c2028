import { createElement, Fragment, type ReactNode } from 'react';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { safeHref, type RichText as Tree } from '#lib/platform/text/rich-text.ts';
import { Marked } from './marked.tsx';
import { Formula } from './math.tsx';

const marks = {
  b: 'font-semibold',
  i: 'font-serif-italic italic',
  tt: 'font-mono text-[0.92em]',
  sc: '[font-variant-caps:small-caps]',
} as const;

/** A title or abstract. Inside another link (`linked`), its own links become text; search terms in `words` are highlighted. */
export function RichText({ tree, linked = false, words = [] }: { tree: Tree; linked?: boolean; words?: readonly string[] }) {
  // Spread as arguments, because text nodes have an order but no keys.
  return createElement(Fragment, null, ...tree.map((node) => rendered(node, linked, words)));
}

function rendered(node: Tree[number], linked: boolean, words: readonly string[]): ReactNode {
  if (typeof node === 'string') return words.length > 0 ? <Marked text={node} words={words} /> : node;
  if (node.tag === 'math') return <Formula tex={node.tex} />;
  const inner = <RichText tree={node.of} linked={linked} words={words} />;
  switch (node.tag) {
    case 'b':
      return <b className={marks.b}>{inner}</b>;
    case 'i':
      return <i className={marks.i}>{inner}</i>;
    case 'tt':
      return <code className={marks.tt}>{inner}</code>;
    case 'sc':
      return <span className={marks.sc}>{inner}</span>;
    case 'sup':
      return <sup>{inner}</sup>;
    case 'sub':
      return <sub>{inner}</sub>;
    case 'a':
      return linked ? inner : <Outward href={node.href}>{inner}</Outward>;
  }
}

/** Renders a link only if its URL is safe. Source adapters already check this, but stored trees are not trusted. */
function Outward({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href);
  if (safe === null) return children;
  return (
    <ExternalLink className="wrap-anywhere" href={safe}>
      {children}
    </ExternalLink>
  );
}
