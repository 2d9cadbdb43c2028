import { type RichNode, type RichText, safeHref } from '../rich-text.ts';
import {
  accents,
  escapedCharacters,
  footnoteCommands,
  invisibleCommands,
  modeSwitches,
  plainCommands,
  styles,
  symbols,
} from './symbols.ts';

/** Maximum nesting of groups; deeper groups stay text. Only malicious files exceed it. */
const maxGroupDepth = 40;

/** Returns an own property of a table, not an inherited one (`constructor` is not a command). */
const entryOf = <Meaning>(words: Readonly<Record<string, Meaning>>, name: string): Meaning | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

export interface LatexOptions {
  /** Braces around capitals become `nocase`, as BibTeX means them. */
  protectsCase?: boolean;
  /** Collects the names of commands that are not known. */
  unknown?: Set<string>;
}

/**
 * Parses LaTeX of bibliographic records as a tree. Never throws. Known commands are converted; unknown ones are replaced by the text of
 * their argument. A URL that is not http or https, and an unpaired `$`, stay text.
 */
export const parseLatex = (source: string, options: LatexOptions = {}): RichText => joinTexts(new Parser(source, options).textTo(null, 0));

class Parser {
  private readonly source: string;
  private readonly options: LatexOptions;
  private at = 0;

  constructor(source: string, options: LatexOptions) {
    this.source = source;
    this.options = options;
  }

  /** Reads up to a closing character (consumed) or the end. */
  textTo(end: '}' | null, depth: number): RichText {
    const tree: RichText = [];
    while (this.at < this.source.length) {
      const letter = this.source[this.at] ?? '';
      if (letter === end) {
        this.at += 1;
        return tree;
      }
      if (letter === '\\') {
        const declared = this.declaration();
        if (declared && depth < maxGroupDepth) return [...tree, { tag: declared, of: this.textTo(end, depth + 1) }];
        if (!declared) tree.push(...this.command(depth));
      } else tree.push(...this.plain(letter, depth));
    }
    return tree;
  }

  private plain(letter: string, depth: number): RichText {
    if (letter === '$') return [this.formula()];
    if (letter === '{' && depth < maxGroupDepth) {
      // BibTeX changes the case of the letters of a command that begins a group.
      const isProtected = this.options.protectsCase === true && this.source[this.at + 1] !== '\\';
      this.at += 1;
      const of = this.textTo('}', depth + 1);
      return isProtected && /\p{Lu}/u.test(textOf(of.filter((node) => typeof node === 'string' || node.tag !== 'math')))
        ? [{ tag: 'nocase', of: withoutCase(of) }]
        : of;
    }
    if (letter === '}') {
      this.at += 1;
      return [];
    }
    const run = /^(?:---|--|``|''|~|[^\\${}~`'-]+|[\s\S])/.exec(this.source.slice(this.at, this.at + 4000))?.[0] ?? letter;
    this.at += run.length;
    return [entryOf(typesetCharacters, run) ?? run];
  }

  /** Parses `$…$` if its content touches both signs and no digit follows (so that "$5 and $6" stays money); otherwise returns the sign. */
  private formula(): RichNode {
    const rest = this.source.slice(this.at, this.at + 4000);
    const match =
      /^\$\$((?:[^$\\]|\\[\s\S])+)\$\$/.exec(rest) ??
      /^\$((?:[^$\\\s]|\\[^\s])(?:(?:[^$\\]|\\[\s\S])*(?:[^$\\\s]|\\[^\s]))?)\$(?!\d)/.exec(rest);
    this.at += match ? match[0].length : 1;
    return match ? { tag: 'math', tex: (match[1] ?? '').trim() } : '$';
  }

  private word(): string {
    return /^\\([A-Za-z]+)/.exec(this.source.slice(this.at, this.at + 60))?.[1] ?? '';
  }

  private declaration(): 'b' | 'i' | 'tt' | 'sc' | null {
    const name = this.word();
    const style = entryOf(modeSwitches, name);
    if (!style) return null;
    this.at += name.length + 1;
    this.space();
    return style;
  }

  private command(depth: number): RichText {
    const begin = this.at;
    const name = this.word();
    if (!name) return this.symbol(depth);
    this.at += name.length + 1;
    const style = entryOf(styles, name);
    if (style) return [{ tag: style, of: this.argument(depth) }];
    if (name === 'url' || name === 'href') return this.link(name, begin, depth);
    const symbol = entryOf(symbols, name);
    if (symbol !== undefined) {
      this.space();
      this.skip('{}');
      return [symbol];
    }
    if (entryOf(accents, name)) return this.accent(name, depth);
    if (name === 'ce') return formulaOf(textOf(this.argument(depth)));
    if (name === 'enquote' || name === 'mkbibquote') return ['“', ...this.argument(depth), '”'];
    if (footnoteCommands.has(name)) this.options.unknown?.add(name);
    if (name === 'foreignlanguage' || invisibleCommands.has(name) || footnoteCommands.has(name)) this.argument(depth);
    else if (!plainCommands.has(name)) this.options.unknown?.add(name);
    // Unknown: the command and its options are dropped; its argument (the next group) is parsed as text.
    const options = /^\[[^[\]{}]{0,80}\](?=\{)/.exec(this.source.slice(this.at, this.at + 84))?.[0];
    this.at += options?.length ?? 0;
    this.space();
    return [];
  }

  private symbol(depth: number): RichText {
    const sign = this.source[this.at + 1];
    if (sign === '(' || sign === '[') return [this.delimited(sign)];
    this.at += sign === undefined ? 1 : 2;
    if (sign === undefined) return ['\\'];
    return entryOf(accents, sign) ? this.accent(sign, depth) : [entryOf(escapedCharacters, sign) ?? sign];
  }

  private delimited(open: '(' | '['): RichNode {
    const close = open === '(' ? '\\)' : '\\]';
    const end = this.source.indexOf(close, this.at + 2);
    const tex = end === -1 ? '' : this.source.slice(this.at + 2, end).trim();
    if (!tex || end - this.at > 4000) {
      this.at += 2;
      return open;
    }
    this.at = end + 2;
    return { tag: 'math', tex };
  }

  private accent(name: string, depth: number): RichText {
    this.space();
    const [first = '', ...rest] = textOf(this.argument(depth));
    const letter = first === 'ı' ? 'i' : first === 'ȷ' ? 'j' : first;
    // An accent over nothing is its sign: "\~{}" is "~".
    if (letter === '') return [name === '~' || name === '^' ? name : ''];
    return [(letter + (entryOf(accents, name) ?? '')).normalize('NFC') + rest.join('')];
  }

  /** Parses an argument: a group, a command, or one character. */
  private argument(depth: number): RichText {
    this.space();
    const letter = this.source[this.at];
    if (letter === undefined || depth >= maxGroupDepth) return [];
    if (letter === '{') {
      this.at += 1;
      return this.textTo('}', depth + 1);
    }
    if (letter === '\\') return this.command(depth + 1);
    const character = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += character.length;
    return [character];
  }

  private link(name: 'url' | 'href', begin: number, depth: number): RichText {
    const address = this.rawGroup();
    const href = address === null ? null : safeHref(address.replace(/\\([%#&_~$])/g, '$1'));
    const label = name === 'href' && address !== null ? this.argument(depth) : [];
    if (address === null || !href) return [this.source.slice(begin, this.at)];
    return [{ tag: 'a', href, of: label.length > 0 ? removeLinks(label) : [address] }];
  }

  private rawGroup(): string | null {
    const match = /^\s*\{([^{}]{0,2000})\}/.exec(this.source.slice(this.at, this.at + 2100));
    if (!match) return null;
    this.at += match[0].length;
    return match[1] ?? '';
  }

  private space(): void {
    while (/\s/.test(this.source[this.at] ?? '')) this.at += 1;
  }

  private skip(text: string): void {
    if (this.source.startsWith(text, this.at)) this.at += text.length;
  }
}

/** Converts a chemical formula of mhchem: numbers behind an element are subscripts, and a charge is a superscript. */
const formulaOf = (formula: string): RichText =>
  formula.split(/(\^\{[^{}]*\}|\^[\d+-]+|(?<=[\p{L})\]])_?\d+)/u).flatMap((part, at): RichText => {
    if (at % 2 === 0) return part === '' ? [] : [part];
    return [part.startsWith('^') ? { tag: 'sup', of: [part.replace(/[\^{}]/g, '')] } : { tag: 'sub', of: [part.replace('_', '')] }];
  });

const typesetCharacters: Record<string, string> = { '---': '—', '--': '–', '``': '“', "''": '”', '~': '\u00a0' };

/** Returns the text of a tree, with formulas in TeX. */
export const textOf = (tree: RichText): string =>
  tree.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? node.tex : textOf(node.of))).join('');

/** Removes protection within protected text. */
const withoutCase = (tree: RichText): RichText =>
  tree.flatMap((node): RichText => {
    if (typeof node === 'string' || node.tag === 'math') return [node];
    return node.tag === 'nocase' ? node.of : [{ ...node, of: withoutCase(node.of) }];
  });

/** Removes links within a link, because one text cannot have two targets. */
const removeLinks = (tree: RichText): RichText =>
  tree.flatMap((node): RichText => {
    if (typeof node === 'string' || node.tag === 'math') return [node];
    return node.tag === 'a' ? removeLinks(node.of) : [{ ...node, of: removeLinks(node.of) }];
  });

/** Joins neighbouring texts and drops empty nodes. */
function joinTexts(tree: RichText): RichText {
  const joined: RichText = [];
  for (const node of tree) {
    if (typeof node === 'string') {
      const last = joined.at(-1);
      if (typeof last === 'string') joined[joined.length - 1] = last + node;
      else if (node) joined.push(node);
    } else if (node.tag === 'math') joined.push(node);
    else {
      const of = joinTexts(node.of);
      if (of.length > 0) joined.push({ ...node, of });
    }
  }
  return joined;
}
