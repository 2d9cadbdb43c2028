import { parseLatex, textOf } from '#lib/platform/text/latex/tree.ts';
import { collapseSpaces, type RichNode, type RichText, safeHref } from '#lib/platform/text/rich-text.ts';

type OpenElement = { tag: string; of: RichText };

const richTags = { b: 'b', i: 'i', em: 'i', strong: 'b', tt: 'tt', sup: 'sup', sub: 'sub', 'fixed-case': 'nocase' } as const;

/** Builds the rich text of a title or abstract from the Anthology's inline elements. Unknown elements are replaced by their text. */
export class InlineBuilder {
  private readonly root: RichText = [];
  private readonly stack: OpenElement[] = [];

  private top(): RichText {
    return this.stack.at(-1)?.of ?? this.root;
  }

  open(tag: string): void {
    this.stack.push({ tag, of: [] });
  }

  text(text: string): void {
    appendNode(this.top(), text);
  }

  close(): void {
    const closed = this.stack.pop();
    if (closed) for (const node of nodesOf(closed)) appendNode(this.top(), node);
  }

  /** Returns the finished tree without leading and trailing white space, or null if it is empty. */
  tree(): RichText | null {
    while (this.stack.length > 0) this.close();
    const tree = trimTree(convertStyleCommands(this.root));
    return tree.length > 0 ? tree : null;
  }
}

const styleCommandPattern = /(\\(?:text(?:bf|it|tt|sc|rm|sf|sl|up|md)|emph)\{(?:[^{}]|\{[^{}]*\})*\})/;

/** Converts LaTeX style commands to markup, because some titles contain LaTeX beside the Anthology's markup. Other commands stay. */
const convertStyleCommands = (tree: RichText): RichText =>
  tree.flatMap((node): RichText => {
    if (typeof node === 'string')
      return node.split(styleCommandPattern).flatMap((part, at) => (at % 2 ? parseLatex(part) : part === '' ? [] : [part]));
    return node.tag === 'math' ? [node] : [{ ...node, of: convertStyleCommands(node.of) }];
  });

function nodesOf({ tag, of }: OpenElement): RichText {
  if (tag === 'tex-math') return [{ tag: 'math', tex: textOf(of).trim() }];
  if (tag === 'url') {
    const href = safeHref(textOf(of));
    return href ? [{ tag: 'a', href, of }] : of;
  }
  const richTag = richTags[tag as keyof typeof richTags];
  return richTag && of.length > 0 ? [{ tag: richTag, of }] : of;
}

function appendNode(tree: RichText, node: RichNode): void {
  const last = tree.at(-1);
  if (typeof node !== 'string') tree.push(node);
  else if (typeof last === 'string') tree[tree.length - 1] = last + node;
  else if (node !== '') tree.push(node);
}

function trimTree(tree: RichText): RichText {
  return tree
    .map((node, at) => {
      if (typeof node !== 'string') return node;
      const text = collapseSpaces(node);
      const trimmedStart = at === 0 ? text.trimStart() : text;
      return at === tree.length - 1 ? trimmedStart.trimEnd() : trimmedStart;
    })
    .filter((node) => node !== '');
}
