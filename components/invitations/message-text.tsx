import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import { ExternalLink } from '#components/ui/external-link.tsx';
import {
  labelStartsWithTarget,
  linkTarget,
  type MessageNode,
  messageHref,
  messagePlainText,
} from '#lib/community/invitations/model/message.ts';

type FormulaComponent = ComponentType<{ tex: string }>;

interface Props {
  text: readonly MessageNode[];
  /** Draws formulas. Without it, as in a preview in the browser, their source is shown: the library would be larger than the page. */
  formula?: FormulaComponent;
}

/** Renders a message from its known nodes, so that text written by users cannot inject markup into a page. */
export function MessageText({ text, formula = TexSource }: Props) {
  // Empty messages cannot be sent.
  if (text.length === 0) return <p className="text-soft">The text was erased with the account that wrote it.</p>;
  return <div className="space-y-3 break-words font-serif text-md">{renderNodes(text, formula)}</div>;
}

// Spread as arguments, because text nodes have an order but no keys.
const renderNodes = (children: readonly MessageNode[], formula: FormulaComponent): ReactNode =>
  createElement(Fragment, null, ...children.map((node) => renderNode(node, formula)));

const TexSource = ({ tex }: { tex: string }) => <code className="font-mono text-[0.92em]">{tex}</code>;

function renderNode(node: MessageNode, Formula: FormulaComponent): ReactNode {
  if (typeof node === 'string') return node;
  switch (node.tag) {
    case 'p':
      return <p className="whitespace-pre-line">{renderNodes(node.of, Formula)}</p>;
    case 'head':
      // Not a heading element: a heading in a message is not part of the page outline.
      return <p className="font-semibold">{renderNodes(node.of, Formula)}</p>;
    case 'em':
      return <em className="font-serif-italic italic">{renderNodes(node.of, Formula)}</em>;
    case 'strong':
      return <strong className="font-semibold">{renderNodes(node.of, Formula)}</strong>;
    case 'quote':
      return <blockquote className="space-y-3 border-line border-l-2 pl-4 text-soft">{renderNodes(node.of, Formula)}</blockquote>;
    case 'item':
      return <li className="space-y-1 pl-1">{renderNodes(node.of, Formula)}</li>;
    case 'list':
      return node.start === null ? (
        <ul className="list-['–_'] space-y-1 pl-5">{renderNodes(node.of, Formula)}</ul>
      ) : (
        <ol start={node.start} className="list-decimal space-y-1 pl-6">
          {renderNodes(node.of, Formula)}
        </ol>
      );
    case 'code':
      return <code className="font-mono text-[0.92em]">{node.text}</code>;
    case 'pre':
      return <CodeBlock text={node.text} />;
    case 'math':
      return node.isBlock ? (
        <p className="overflow-x-auto text-center">
          <Formula tex={node.text} />
        </p>
      ) : (
        <Formula tex={node.text} />
      );
    case 'br':
      return <br />;
    case 'rule':
      return <hr className="border-line" />;
    case 'link':
      return (
        <>
          <SafeLink href={node.href}>{renderNodes(node.of, Formula)}</SafeLink>
          <LinkTarget href={node.href} label={messagePlainText(node.of)} />
        </>
      );
  }
}

/** Wide lines wrap, because a scroll area would need keyboard access. */
function CodeBlock({ text }: { text: string }) {
  return (
    <pre className="whitespace-pre-wrap border-line border-l-2 pl-4 font-mono text-sm">
      <code>{text}</code>
    </pre>
  );
}

/** The target of a link, unless its text already states it, so that link text cannot mislead. */
function LinkTarget({ href, label }: { href: string; label: string }) {
  const target = linkTarget(href);
  return target === null || labelStartsWithTarget(label, target) ? null : <span className="text-sm text-soft"> ({target})</span>;
}

/** Renders a link only if its URL is safe. The parser already checks this, but a tree may come from a form. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const safeUrl = messageHref(href);
  return safeUrl === null ? (
    children
  ) : (
    <ExternalLink href={safeUrl} className="break-words">
      {children}
    </ExternalLink>
  );
}
