import { escapeLatex } from '#lib/catalog/works/model/citations/bibtex.ts';
import { type CitedWork, toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { isPortableFormula } from '#lib/platform/text/latex/formula.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import { type Cv, cvAddress, cvFacts, noWorksNote, omittedWorksNote, workAddress } from './cv.ts';
import { cvPartLabels, rolesLine, worksByPart } from './cv-choice.ts';

const renderLine = (plain: string): string => escapeLatex(toOneLine(plain));

/** Unlike a whole line, a fragment retains spaces at its ends. */
const renderFragment = (words: string): string => escapeLatex(toOneLine(`|${words}|`).slice(1, -1));

/** Returns the formulas of a title that are safe in LaTeX, as citations write them. */
function formulasOf({ title }: CitedWork): string[] {
  const formulasIn = (tree: RichText): string[] =>
    tree.flatMap((node) => (typeof node === 'string' ? [] : node.tag === 'math' ? [toOneLine(node.tex)] : formulasIn(node.of)));
  return formulasIn(title ?? []).filter(isPortableFormula);
}

/** Renders a fragment of a citation. Formulas of the title remain formulas; everything else is escaped. */
function renderWithFormulas([formula, ...others]: readonly string[], words: string): string {
  if (formula === undefined) return renderFragment(words);
  const [first = '', ...rest] = words.split(`$${formula}$`).map((part) => renderWithFormulas(others, part));
  return [first, ...rest].join(`$${formula}$`);
}

/** Renders a link. The URL is encoded so that it cannot end the argument of \href. */
const renderLink = (address: string, label: string): string => {
  const encoded = toOneLine(address).replace(/[^\w:/?.=&+,;@!*%#-]/gu, (character) =>
    encodeURIComponent(character).replace(/[~'()]/g, percentEncode),
  );
  return `\\href{${encoded.replace(/[%#&_]/g, '\\$&')}}{${label}}`;
};

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Renders the CV for LuaLaTeX and XeLaTeX, in every script that their font supports. */
export function latexCv(cv: Cv): string {
  const { author, list, choice, base } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const kind = list.isNumbered ? 'enumerate' : 'itemize';
  const sections = worksByPart(list.works, choice).flatMap((part) => [
    `\\section*{${cvPartLabels[part.part]}}`,
    `\\begin{${kind}}`,
    ...part.works.map((work) => {
      const formulas = formulasOf(work);
      const citation = list.cite(work).map(({ text: words, isTitle, italic, bold }) => {
        const rendered = renderWithFormulas(formulas, words);
        const styledText = italic ? `\\textit{${rendered}}` : rendered;
        const styled = bold ? `\\textbf{${styledText}}` : styledText;
        return isTitle ? renderLink(workAddress(work, base), styled) : styled;
      });
      // The braces prevent a following bracket from becoming an optional argument of \item.
      return `\\item {}${citation.join('')}${renderFragment(rolesLine(cv.roles.get(work.id)))}${work.retracted ? ' \\textbf{Retracted.}' : ''}`;
    }),
    `\\end{${kind}}`,
  ]);
  return [
    '\\documentclass[11pt]{article}',
    '\\usepackage[a4paper,margin=2.2cm]{geometry}',
    '\\usepackage{amsmath,amssymb}',
    '\\usepackage{fontspec}',
    '\\usepackage{hyperref}',
    '\\setlength{\\parindent}{0pt}',
    '\\begin{document}',
    `{\\LARGE ${renderLine(author.name)}${pronouns ? renderFragment(` (${pronouns})`) : ''}\\par}`,
    ...(lead ? [`${renderLine(lead)}\\par`] : []),
    `${renderLink(cvAddress(cv), renderLine(cvAddress(cv)))}\\par`,
    ...(orcid ? [`ORCID ${renderLink(orcid.url, renderLine(orcid.url))}${renderFragment(orcid.note)}\\par`] : []),
    ...(biography ? [`\\medskip ${renderLine(biography)}\\par`] : []),
    ...career.flatMap(({ title, lines }) => [
      `\\section*{${title}}`,
      '\\begin{itemize}',
      ...lines.map((line) => `\\item {}${renderLine(line)}`),
      '\\end{itemize}',
    ]),
    ...sections,
    ...[noWorksNote(cv), omittedWorksNote(cv)].flatMap((note) => (note ? renderLine(note) : [])),
    '\\end{document}',
    '',
  ].join('\n');
}
