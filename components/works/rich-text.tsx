import { Fragment, type ReactNode } from 'react';
import { type RichText as Tree, safeHref } from '#lib/works/model/rich-text.ts';
import { Formula } from './math.tsx';

const marks = {
  b: 'font-semibold',
  i: 'font-serif-italic italic',
  tt: 'font-mono text-[0.92em]',
  sc: 'small-caps',
} as const;

/** A title or an abstract. Inside a link of its own (`linked`), the links of the text stay words. */
export function RichText({ of, linked = false }: { of: Tree; linked?: boolean }) {
  return of.map((node, index) => <Fragment key={`${index + 1}`}>{rendered(node, linked)}</Fragment>);
}

function rendered(node: Tree[number], linked: boolean): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'math') return <Formula tex={node.tex} />;
  const inner = <RichText of={node.of} linked={linked} />;
  if (node.tag === 'sup') return <sup>{inner}</sup>;
  if (node.tag === 'sub') return <sub>{inner}</sub>;
  if (node.tag === 'b') return <b className={marks.b}>{inner}</b>;
  if (node.tag === 'i') return <i className={marks.i}>{inner}</i>;
  if (node.tag === 'tt') return <code className={marks.tt}>{inner}</code>;
  if (node.tag === 'sc') return <span className={marks.sc}>{inner}</span>;
  // The importers let only such addresses through; a stored tree is read again as if they had not.
  const href = safeHref(node.href);
  return href === null || linked ? (
    inner
  ) : (
    <a href={href} rel="nofollow ugc noopener">
      {inner}
    </a>
  );
}
