import type { WorkType } from '#lib/catalog/sources/model.ts';
import { isPortableFormula } from '#lib/platform/text/latex/formula.ts';
import type { RichNode, RichText } from '#lib/platform/text/rich-text.ts';
import { type CitedName, type CitedWork, citationKey, nameParts, oneLine, outwardAddress, unplacedNote } from './cited.ts';

const entryTypes: Record<WorkType, string> = {
  preprint: 'misc',
  article: 'article',
  paper: 'inproceedings',
  book: 'book',
  chapter: 'incollection',
  thesis: 'phdthesis',
  report: 'techreport',
  dataset: 'misc',
  other: 'misc',
};

/** BibTeX counts braces even behind a backslash, so braces in text become commands whose own braces are balanced. */
const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

/** Text that means itself in LaTeX: special characters escaped, and pairs that LaTeX joins ("--", "``") kept apart. */
export const latexText = (text: string): string =>
  text.replace(/[\\{}~^<>]|[$&%#_]|-(?=-)|`(?=`)|'(?=')|[?!](?=`)/g, (sign) =>
    /[$&%#_]/.test(sign) ? `\\${sign}` : (commands[sign] ?? `${sign}{}`),
  );

/** Text whose words with a capital after their first letter keep it in styles that write titles in lower case. */
const titleText = (text: string): string =>
  text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part, at) => (at % 2 === 0 ? latexText(part) : /^.+\p{Lu}/u.test(part) ? `{${part}}` : part))
    .join('');

const styles = { b: 'textbf', i: 'textit', tt: 'texttt', sc: 'textsc', sup: 'textsuperscript', sub: 'textsubscript' } as const;

/**
 * A title as LaTeX: text escaped, styles as commands, and formulas as TeX in braces (styles would put their letters in lower case too). A formula
 * that could run a command, or end its field, goes out as text: the file is read by the LaTeX of anyone who cites.
 */
const bibtexTitle = (tree: RichText): string => latexOf(tree).trim();

/** A tree without links, its neighbouring texts joined, so that pairs across a seam are seen. */
function joined(tree: RichText): Exclude<RichNode, { tag: 'a' }>[] {
  const nodes: Exclude<RichNode, { tag: 'a' }>[] = [];
  for (const node of tree.flatMap((each) => (typeof each !== 'string' && each.tag === 'a' ? joined(each.of) : [each]))) {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes.splice(-1, 1, last + node);
    else nodes.push(node);
  }
  return nodes;
}

const latexOf = (tree: RichText): string =>
  joined(tree)
    .map((node) => {
      if (typeof node === 'string') return titleText(spaced(node));
      if (node.tag === 'math') return isPortableFormula(node.tex) ? `{$${node.tex}$}` : latexText(spaced(`$${node.tex}$`));
      return `\\${styles[node.tag]}{${latexOf(node.of)}}`;
    })
    .join('');

const spaced = (text: string): string => text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');

function bibtexName(written: CitedName): string {
  // biblatex reads "family=…" in a name as a field of it, and "and" is BibTeX's own word between two names: such a name stays whole.
  const parts = /=|(^|\s)and(\s|$)/i.test(written.name) ? { literal: oneLine(written.name) } : nameParts(written);
  if ('literal' in parts) return `{${latexText(parts.literal)}}`;
  const family = [parts.particle, parts.family].filter((each) => each !== '').join(' ');
  return [family, parts.suffix, parts.given]
    .filter((each, at) => each !== '' || at === 0)
    .map(latexText)
    .join(', ');
}

/** An address or identifier: read verbatim, so that only what could end its field is written otherwise. */
const verbatim = (text: string): string => oneLine(text).replace(/[{}\\\s]/g, (sign) => encodeURIComponent(sign));

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** One work as a BibTeX entry in UTF-8. */
export function bibtexEntry(work: CitedWork): string {
  const text = (value: string | null): string | null => (value === null ? null : `{${latexText(oneLine(value))}}`);
  const names = [...work.authors.map(bibtexName), ...(work.authorsComplete || work.authors.length === 0 ? [] : ['others'])];
  const place = work.type === 'article' ? 'journal' : work.type === 'paper' || work.type === 'chapter' ? 'booktitle' : 'howpublished';
  const house = work.type === 'thesis' ? 'school' : work.type === 'report' ? 'institution' : 'publisher';
  const month = months[Number(work.date?.slice(5, 7)) - 1];
  const address = outwardAddress(work);
  const fields: [string, string | null][] = [
    ['title', work.title && `{${bibtexTitle(work.title)}}`],
    ['author', names.length > 0 ? `{${names.join(' and ')}}` : null],
    [place, text(work.venue)],
    ['year', work.year === null ? null : `{${work.year}}`],
    ['month', month ?? null],
    ['volume', text(work.volume)],
    [
      'pages',
      work.pages === null
        ? null
        : `{${oneLine(work.pages)
            .split(/\s*[-–—]+\s*/)
            .map(latexText)
            .join('--')}}`,
    ],
    [house, text(work.publisher)],
    ['doi', work.doi && `{${verbatim(work.doi)}}`],
    ['eprint', work.arxiv && `{${verbatim(work.arxiv)}}`],
    ['archiveprefix', work.arxiv && '{arXiv}'],
    ['url', address && `{${verbatim(address)}}`],
    ['note', work.retracted ? '{Retracted}' : null],
    // Styles print notes, and no annotations.
    ['annote', text(unplacedNote(work))],
  ];
  const lines = fields.filter(([, value]) => value !== null && value !== '{}').map(([name, value]) => `  ${name} = ${value}`);
  return `@${entryTypes[work.type]}{${citationKey(work)},\n${lines.join(',\n')}\n}\n`;
}

/** A BibTeX file. */
export const bibtexFile = (works: readonly CitedWork[]): string => works.map(bibtexEntry).join('\n');
