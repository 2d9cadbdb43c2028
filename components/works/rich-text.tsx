import { createElement, Fragment, type ReactNode } from 'react';
import { HighlightedText } from '#components/site/highlighted-text.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { safeHref, type RichText as Tree } from '#lib/platform/text/rich-text.ts';
import { Formula } from './math.tsx';

const markClasses = {
  b: 'font-semibold',
  i: 'font-serif-italic italic',
  tt: 'font-mono text-[0.92em]',
  sc: '[font-variant-caps:small-caps]',
} as const;

/** A title or abstract. Inside another link (`linked`), its own links become text; search terms in `words` are highlighted. */
export function RichText({ tree, linked = false, words = [] }: { tree: Tree; linked?: boolean; words?: readonly string[] }) {
  // Spread as arguments, because text nodes have an order but no keys.
  return createElement(Fragment, null, ...tree.map((node) => renderNode(node, linked, words)));
}

function renderNode(node: Tree[number], linked: boolean, words: readonly string[]): ReactNode {
  if (typeof node === 'string') return words.length > 0 ? <HighlightedText text={node} words={words} /> : node;
  if (node.tag === 'math') return <Formula tex={node.tex} />;
  const content = <RichText tree={node.of} linked={linked} words={words} />;
  switch (node.tag) {
    case 'b':
      return <b className={markClasses.b}>{content}</b>;
    case 'i':
      return <i className={markClasses.i}>{content}</i>;
    case 'tt':
      return <code className={markClasses.tt}>{content}</code>;
    case 'sc':
      return <span className={markClasses.sc}>{content}</span>;
    case 'sup':
      return <sup>{content}</sup>;
    case 'sub':
      return <sub>{content}</sub>;
    case 'nocase':
      return content;
    case 'a':
      return linked ? content : <TextLink href={node.href}>{content}</TextLink>;
  }
}

/** Renders a link only if its URL is safe. Source adapters already check this, but stored trees are not trusted. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const safeUrl = safeHref(href);
  if (safeUrl === null) return children;
  return (
    <ExternalLink className="wrap-anywhere" href={safeUrl}>
      {children}
    </ExternalLink>
  );
}
