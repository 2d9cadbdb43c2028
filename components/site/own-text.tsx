import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ReactNode } from 'react';
import { Prose } from '#components/ui/prose.tsx';

/** The operator's text in Markdown. HTML in it is shown as text; its headings start below those of the page. */
export function OwnText({ text }: { text: string }) {
  return <Prose>{fromMarkdown(text).children.map(shown)}</Prose>;
}

const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const within = (node: Nodes): ReactNode => ('children' in node ? (node.children as Nodes[]).map(shown) : null);

function shown(node: Nodes, key: number): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
      return <p key={key}>{within(node)}</p>;
    case 'heading':
      return node.depth < 3 ? <h2 key={key}>{within(node)}</h2> : <h3 key={key}>{within(node)}</h3>;
    case 'list':
      return node.ordered ? <ol key={key}>{within(node)}</ol> : <ul key={key}>{within(node)}</ul>;
    case 'listItem':
      return <li key={key}>{within(node)}</li>;
    case 'emphasis':
      return <em key={key}>{within(node)}</em>;
    case 'strong':
      return <strong key={key}>{within(node)}</strong>;
    case 'inlineCode':
    case 'code':
      return <code key={key}>{node.value}</code>;
    case 'blockquote':
      return <blockquote key={key}>{within(node)}</blockquote>;
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'link':
      return safeLink.test(node.url) ? (
        <a key={key} href={node.url}>
          {within(node)}
        </a>
      ) : (
        within(node)
      );
    default:
      return within(node);
  }
}
