import { formatIsbn } from '#lib/catalog/bibliography/identifiers.ts';
import { languageInWords } from '#lib/catalog/bibliography/languages.ts';
import { protectCapitals } from '#lib/catalog/bibliography/markup.ts';
import { writeBibtexName } from '#lib/catalog/bibliography/names.ts';
import { contributorRoleNames, contributorRoles } from '#lib/catalog/bibliography/record.ts';
import { toBibtexFields, toNote } from '#lib/catalog/bibliography/record-formats.ts';
import { writeType } from '#lib/catalog/bibliography/types.ts';
import { isPortableFormula } from '#lib/platform/text/latex/formula.ts';
import type { RichNode, RichText } from '#lib/platform/text/rich-text.ts';
import { type CitedName, type CitedWork, citationKey, externalUrlOf, namesInRole, titleLineOf, toOneLine } from './cited.ts';

/** BibTeX counts braces even after a backslash, so braces in text are replaced by commands whose own braces are balanced. */
const latexCommands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

/** Escapes text for LaTeX: special characters, and pairs that LaTeX joins ("--", "``"). */
export const escapeLatex = (text: string): string =>
  text.replace(/[\\{}~^<>]|[$&%#_]|-(?=-)|`(?=`)|'(?=')|[?!](?=`)/g, (sign) =>
    /[$&%#_]/.test(sign) ? `\\${sign}` : (latexCommands[sign] ?? `${sign}{}`),
  );

const styleCommands = { b: 'textbf', i: 'textit', tt: 'texttt', sc: 'textsc', sup: 'textsuperscript', sub: 'textsubscript' } as const;

/**
 * Formats a title as LaTeX: escaped text, style commands, and formulas in braces (otherwise styles would lower-case their letters). A
 * formula that could run a command or end its field is written as text, because every reader's LaTeX processes the file.
 */
function bibtexTitle(tree: RichText): string {
  const title = latexOf(protectCapitals(tree)).trim();
  const line = titleLineOf(tree);
  // Signs of TeX that no reader's LaTeX may run are long as text. A title of thousands of them is written without them.
  return title.length > maxTitleCharacters && title.length > maxTitleGrowth * line.length
    ? escapeLatex(
        line
          .replace(/[\\{}~^<>$]+/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
    : title;
}

/** A longer title in LaTeX may have at most `maxTitleGrowth` times the characters of the title. */
const maxTitleCharacters = 4_000;
const maxTitleGrowth = 3;

/** Removes links and joins neighbouring texts, so that pairs across a boundary are escaped. */
function joinTexts(tree: RichText): Exclude<RichNode, { tag: 'a' }>[] {
  const nodes: Exclude<RichNode, { tag: 'a' }>[] = [];
  for (const node of tree.flatMap((each) => (typeof each !== 'string' && each.tag === 'a' ? joinTexts(each.of) : [each]))) {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes.splice(-1, 1, last + node);
    else nodes.push(node);
  }
  return nodes;
}

const latexOf = (tree: RichText): string =>
  joinTexts(tree)
    .map((node) => {
      if (typeof node === 'string') return escapeLatex(collapseSpaces(node));
      if (node.tag === 'math') return isPortableFormula(node.tex) ? `{$${node.tex}$}` : escapeLatex(collapseSpaces(`$${node.tex}$`));
      if (node.tag === 'nocase') return `{${latexOf(node.of)}}`;
      return `\\${styleCommands[node.tag]}{${latexOf(node.of)}}`;
    })
    .join('');

const collapseSpaces = (text: string): string => text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');

const bibtexName = (name: CitedName): string => writeBibtexName(name, escapeLatex);

/** Formats a URL or identifier, which is read verbatim: only characters that could end the field are encoded. */
const verbatimOf = (text: string): string => toOneLine(text).replace(/[{}\\\s]/g, (sign) => encodeURIComponent(sign));

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Formats page numbers, which BibTeX separates by two hyphens. */
const pageRange = (pages: string): string =>
  toOneLine(pages)
    .split(/\s*[-–—]+\s*/)
    .map(escapeLatex)
    .join('--');

/** Fields that biblatex reads as lists, which it separates at "and". */
const listFields: ReadonlySet<string> = new Set(['publisher', 'school', 'institution', 'address']);
const protectAnd = (latex: string | null): string | null => latex?.replace(/(?<=[\s{])and(?=[\s}])/gi, '{$&}') ?? null;

const joinNames = (names: readonly CitedName[], isComplete = true): string | null =>
  names.length === 0 ? null : `{${[...names.map(bibtexName), ...(isComplete ? [] : ['others'])].join(' and ')}}`;

function entryTypeOf({ type, isVolume, details, arxiv }: CitedWork): string {
  if (isVolume) return 'proceedings';
  if (type === 'preprint' && arxiv !== null) return 'misc';
  return type === 'thesis' && /master/i.test(details.genre ?? '') ? 'mastersthesis' : writeType('bibtex', type);
}

/** Formats a work as a BibTeX entry in UTF-8. */
export function bibtexEntry(work: CitedWork): string {
  const fieldText = (value: string | null): string | null => (value === null ? null : `{${escapeLatex(toOneLine(value))}}`);
  const venueField = work.type === 'article' ? 'journal' : work.type === 'paper' || work.type === 'chapter' ? 'booktitle' : 'howpublished';
  const month = months[Number(work.date?.slice(5, 7)) - 1];
  const day = /^\d{4}-\d{2}-(\d{2})$/.exec(work.date ?? '')?.[1];
  const address = externalUrlOf(work);
  const { note, ...details } = work.details;
  const contributors = contributorRoleNames.flatMap((role): [string, string | null][] => {
    const { bibtex } = contributorRoles[role];
    return bibtex === undefined ? [] : [[bibtex, joinNames(namesInRole(work, role))]];
  });
  const fields: [string, string | null][] = [
    ['title', work.title && `{${bibtexTitle(work.title)}}`],
    ['author', joinNames(work.authors, work.authorsComplete)],
    ...contributors,
    [venueField, fieldText(work.venue)],
    ['year', work.year === null ? null : `{${work.year}}`],
    ['month', month ?? null],
    ['day', day ? `{${Number(day)}}` : null],
    ...toBibtexFields({ type: work.type, details }).map(([field, value]): [string, string | null] => [
      field,
      field === 'pages' ? `{${pageRange(value)}}` : listFields.has(field) ? protectAnd(fieldText(value)) : fieldText(value),
    ]),
    ['isbn', fieldText(work.isbn.map(formatIsbn).join(', '))],
    ['language', fieldText(languageInWords(work.language))],
    ['doi', work.doi && `{${verbatimOf(work.doi)}}`],
    ['eprint', work.arxiv && `{${verbatimOf(work.arxiv)}}`],
    ['archiveprefix', work.arxiv && '{arXiv}'],
    ['url', address && `{${verbatimOf(address)}}`],
    ['note', fieldText(toNote(note, { retracted: work.retracted, incomplete: false }))],
  ];
  const lines = fields.filter(([, value]) => value !== null && value !== '{}').map(([name, value]) => `  ${name} = ${value}`);
  return `@${entryTypeOf(work)}{${citationKey(work)},\n${lines.join(',\n')}\n}\n`;
}

export const bibtexFile = (works: readonly CitedWork[]): string => works.map(bibtexEntry).join('\n');
