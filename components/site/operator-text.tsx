import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ReactNode } from 'react';
import { Prose } from '#components/ui/prose.tsx';

/** The operator's text in Markdown. HTML in it is shown as text; its headings start below those of the page. */
export function OperatorText({ text }: { text: string }) {
  return <Prose>{fromMarkdown(text).children.map(renderNode)}</Prose>;
}

const safeUrlPattern = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const renderChildren = (node: Nodes): ReactNode => ('children' in node ? (node.children as Nodes[]).map(renderNode) : null);

function renderNode(node: Nodes, key: number): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
      return <p key={key}>{renderChildren(node)}</p>;
    case 'heading':
      return node.depth < 3 ? <h2 key={key}>{renderChildren(node)}</h2> : <h3 key={key}>{renderChildren(node)}</h3>;
    case 'list':
      return node.ordered ? <ol key={key}>{renderChildren(node)}</ol> : <ul key={key}>{renderChildren(node)}</ul>;
    case 'listItem':
      return <li key={key}>{renderChildren(node)}</li>;
    case 'emphasis':
      return <em key={key}>{renderChildren(node)}</em>;
    case 'strong':
      return <strong key={key}>{renderChildren(node)}</strong>;
    case 'inlineCode':
    case 'code':
      return <code key={key}>{node.value}</code>;
    case 'blockquote':
      return <blockquote key={key}>{renderChildren(node)}</blockquote>;
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'link':
      return safeUrlPattern.test(node.url) ? (
        <a key={key} href={node.url}>
          {renderChildren(node)}
        </a>
      ) : (
        renderChildren(node)
      );
    default:
      return renderChildren(node);
  }
}
