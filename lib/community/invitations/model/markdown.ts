import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { visible } from './inputs.ts';
import { describeMessage, type MessageNode, messageHref } from './message.ts';

/** Maximum nesting depth. Deeper content is rendered as its text, so that no message can exhaust the stack. */
const deepest = 12;

/** CommonMark without HTML and link reference definitions; bare URLs are links (GFM autolinks). */
const dialect = {
  extensions: [gfmAutolinkLiteral(), { disable: { null: ['htmlFlow', 'htmlText', 'definition'] } }],
  mdastExtensions: [gfmAutolinkLiteralFromMarkdown()],
};

/**
 * Parses Markdown. Every text is a valid message. Bidirectional control characters are removed, even if written as character references
 * such as `&#x202e;`.
 */
export function messageTree(text: string): MessageNode[] {
  const shallow = text.replace(/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){13,}[ \t]*/gm, '');
  return fromMarkdown(shallow, dialect).children.flatMap((node) => read(node, 0));
}

function read(node: Nodes, depth: number): MessageNode[] {
  if (depth > deepest) return [wordsOf(node)];
  switch (node.type) {
    case 'text':
    case 'html':
      return [withoutUnsafeCharacters(node.value)];
    case 'inlineCode':
      return [{ tag: 'code', text: withoutUnsafeCharacters(node.value) }];
    case 'code':
      return [{ tag: 'pre', text: withoutUnsafeCharacters(node.value) }];
    case 'break':
      return [{ tag: 'br' }];
    case 'thematicBreak':
      return [{ tag: 'rule' }];
    case 'image':
      return linked(node.url, [withoutUnsafeCharacters(node.alt || node.url)]);
    case 'link':
      return linked(node.url, inside(node, depth));
    case 'list':
      return [{ tag: 'list', start: node.ordered ? (node.start ?? 1) : null, of: inside(node, depth) }];
    default:
      return 'children' in node ? wrapped(node, depth) : [];
  }
}

const tags = { paragraph: 'p', blockquote: 'quote', emphasis: 'em', strong: 'strong', listItem: 'item', heading: 'head' } as const;

function wrapped(node: Parents, depth: number): MessageNode[] {
  const tag = Object.hasOwn(tags, node.type) ? tags[node.type as keyof typeof tags] : null;
  return tag ? [{ tag, of: inside(node, depth) }] : inside(node, depth);
}

const inside = (node: Parents, depth: number): MessageNode[] => node.children.flatMap((child) => read(child, depth + 1));

/** A link without visible text shows its URL. */
function linked(address: string, of: MessageNode[]): MessageNode[] {
  const href = messageHref(address);
  if (href === null) return of;
  return [{ tag: 'link', href, of: visible(describeMessage(of)) === '' ? [href] : of }];
}

/** Returns the text under a node. Iterative, because the nesting can be as deep as the message is long. */
function wordsOf(node: Nodes): string {
  const words: string[] = [];
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('value' in next) words.push(next.value);
    if ('children' in next) waiting.push(...[...next.children].reverse());
  }
  return withoutUnsafeCharacters(words.join(''));
}
