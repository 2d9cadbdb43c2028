import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { math } from 'micromark-extension-math';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { visibleCharacters } from './inputs.ts';
import { type MessageNode, messageHref, messagePlainText } from './message.ts';

/** Maximum nesting depth. Deeper content is rendered as its text, so that no message can exhaust the stack. */
const maxDepth = 12;

/** CommonMark without HTML and link reference definitions; bare URLs are links (GFM autolinks), and `$…$` and `$$…$$` formulas. */
const dialect = {
  extensions: [gfmAutolinkLiteral(), math(), { disable: { null: ['htmlFlow', 'htmlText', 'definition'] } }],
  mdastExtensions: [gfmAutolinkLiteralFromMarkdown(), mathFromMarkdown()],
};

/**
 * Parses Markdown. Every text is a valid message. Bidirectional control characters are removed, even if written as character references
 * such as `&#x202e;`.
 */
export function parseMessage(text: string): MessageNode[] {
  const shallow = text.replace(/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){13,}[ \t]*/gm, '');
  return fromMarkdown(shallow, dialect).children.flatMap((node) => toMessageNodes(node, 0));
}

function toMessageNodes(node: Nodes, depth: number): MessageNode[] {
  if (depth > maxDepth) return [plainTextOf(node)];
  switch (node.type) {
    case 'text':
    case 'html':
      return [withoutUnsafeCharacters(node.value)];
    case 'inlineCode':
      return [{ tag: 'code', text: withoutUnsafeCharacters(node.value) }];
    case 'inlineMath':
      // Amounts of money are no formula: "$5 and $10".
      if (/^\s|\s$/.test(node.value)) return [withoutUnsafeCharacters(`$${node.value}$`)];
      return [{ tag: 'math', text: withoutUnsafeCharacters(node.value), isBlock: false }];
    case 'math':
      return [{ tag: 'math', text: withoutUnsafeCharacters(node.value), isBlock: true }];
    case 'code':
      return [{ tag: 'pre', text: withoutUnsafeCharacters(node.value) }];
    case 'break':
      return [{ tag: 'br' }];
    case 'thematicBreak':
      return [{ tag: 'rule' }];
    case 'image':
      return toLink(node.url, [withoutUnsafeCharacters(node.alt || node.url)]);
    case 'link':
      return toLink(node.url, toChildNodes(node, depth));
    case 'list':
      return [{ tag: 'list', start: node.ordered ? (node.start ?? 1) : null, of: toChildNodes(node, depth) }];
    default:
      return 'children' in node ? toElement(node, depth) : [];
  }
}

const tagNames = { paragraph: 'p', blockquote: 'quote', emphasis: 'em', strong: 'strong', listItem: 'item', heading: 'head' } as const;

function toElement(node: Parents, depth: number): MessageNode[] {
  const tag = Object.hasOwn(tagNames, node.type) ? tagNames[node.type as keyof typeof tagNames] : null;
  return tag ? [{ tag, of: toChildNodes(node, depth) }] : toChildNodes(node, depth);
}

const toChildNodes = (node: Parents, depth: number): MessageNode[] => node.children.flatMap((child) => toMessageNodes(child, depth + 1));

/** A link without visible text shows its URL. */
function toLink(address: string, of: MessageNode[]): MessageNode[] {
  const href = messageHref(address);
  if (href === null) return of;
  return [{ tag: 'link', href, of: visibleCharacters(messagePlainText(of)) === '' ? [href] : of }];
}

/** Returns the text under a node. Iterative, because the nesting can be as deep as the message is long. */
function plainTextOf(node: Nodes): string {
  const words: string[] = [];
  const stack: Nodes[] = [node];
  for (let current = stack.pop(); current; current = stack.pop()) {
    if ('value' in current) words.push(current.value);
    if ('children' in current) stack.push(...[...current.children].reverse());
  }
  return withoutUnsafeCharacters(words.join(''));
}
