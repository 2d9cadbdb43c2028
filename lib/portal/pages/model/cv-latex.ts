import { latexText } from '#lib/catalog/works/model/citations/bibtex.ts';
import { oneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cvAddress, cvFacts, workAddress } from './cv.ts';
import { citationIn, partLabels, rolesLine, worksByPart } from './cv-choice.ts';

const text = (plain: string): string => latexText(oneLine(plain));

/** An address as the argument of \href: percent signs and the like are escaped, and nothing else can end it. */
const link = (address: string, shown: string): string => {
  const safe = oneLine(address).replace(/[^\w:/?.=&+,;@!*%#-]/gu, (sign) => encodeURIComponent(sign).replace(/[~'()]/g, escapedSign));
  return `\\href{${safe.replace(/[%#&_]/g, '\\$&')}}{${shown}}`;
};

const escapedSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A document that LuaLaTeX and XeLaTeX set, in every script for which its font has letters. */
export function latexCv(cv: Cv): string {
  const { author, works, choice, base } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const list = choice.style === 'numbered' ? 'enumerate' : 'itemize';
  const sections = worksByPart(works, choice).flatMap((part) => [
    `\\section*{${partLabels[part.part]}}`,
    `\\begin{${list}}`,
    ...part.works.map((work) => {
      const { before, title, after } = citationIn(work, choice.style);
      // Braces first: a bracket behind \item would be its argument.
      return `\\item {}${text(before)}${spaceAfter(before)}${link(workAddress(work, base), text(title))}${text(after)}${text(rolesLine(cv.roles.get(work.id)))}${work.retracted ? ' \\textbf{Retracted.}' : ''}`;
    }),
    `\\end{${list}}`,
  ]);
  return [
    '\\documentclass[11pt]{article}',
    '\\usepackage[a4paper,margin=2.2cm]{geometry}',
    '\\usepackage{fontspec}',
    '\\usepackage{hyperref}',
    '\\setlength{\\parindent}{0pt}',
    '\\begin{document}',
    `{\\LARGE ${text(author.name)}${pronouns ? text(` (${pronouns})`) : ''}\\par}`,
    ...(lead ? [`${text(lead)}\\par`] : []),
    `${link(cvAddress(cv), text(cvAddress(cv)))}\\par`,
    ...(orcid ? [`ORCID ${link(`https://orcid.org/${orcid}`, text(orcid))}\\par`] : []),
    ...(biography ? [`\\medskip ${text(biography)}\\par`] : []),
    ...career.flatMap(({ title, lines }) => [
      `\\section*{${title}}`,
      '\\begin{itemize}',
      ...lines.map((line) => `\\item {}${text(line)}`),
      '\\end{itemize}',
    ]),
    ...sections,
    '\\end{document}',
    '',
  ].join('\n');
}

const spaceAfter = (before: string): string => (before.endsWith(' ') ? ' ' : '');
