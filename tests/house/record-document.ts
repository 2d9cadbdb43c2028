import { contributorRoleNames, contributorRoles, recordFieldNames, recordFieldOf } from '#lib/catalog/bibliography/record.ts';

const cell = (name: string | undefined): string => name ?? '–';

/** Returns rows of a Markdown table whose columns have the width of their longest cell, as the formatter writes them. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (row: readonly string[]): string => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Returns the text of docs/specifications/record.md. */
export const recordDocument = (): string => `# Bibliographic record

Generated from \`lib/catalog/bibliography/record.ts\` by \`npm run generate\`.

A work has a title, names, dates, a venue, identifiers and links, and the fields below. Every source, citation format, correction and page
reads this list. \`–\`: the format cannot carry the field. BibTeX names are those of an article; \`publisher\` is \`school\` of a thesis and
\`institution\` of a report, and \`number\` is the number of a report, a thesis, data or other works, or of
a work in a series.

${table([
  ['field', 'CSL-JSON', 'BibTeX', 'RIS', 'linked data'],
  ...recordFieldNames.map((name) => {
    const { label, csl, bibtex, ris, schema } = recordFieldOf[name];
    return [label, cell(csl), cell(bibtex), name === 'pages' ? 'SP, EP' : cell(ris), schema ?? name];
  }),
])}

## Contributors

${table([
  ['role', 'CSL-JSON', 'BibTeX', 'RIS', 'linked data'],
  ...contributorRoleNames.map((role) => {
    const { label, bibtex, ris, schema } = contributorRoles[role];
    return [label, role, cell(bibtex), cell(ris), schema ?? role];
  }),
])}

## What else a format cannot carry

| content                        | cannot carry it                                                        |
| ------------------------------ | ---------------------------------------------------------------------- |
| protected capitals of a title  | RIS, CSV, linked data                                                  |
| sub- and superscript, styles   | RIS, CSV, linked data: the characters stay                             |
| a subtitle apart from a title  | CSL-JSON, RIS: one title with a colon                                  |
| a link in a title              | all: its text stays                                                    |
| an abstract                    | all                                                                    |
| a group with a name like a person’s | RIS, CSL-JSON: it is read as a person                             |
| the number of pages            | RIS, except of a book                                                  |
| no protection of a word such as DNA | BibTeX: a title without any protection gets it for such words     |
| a list of names that is cut    | linked data                                                            |
| an ORCID iD of an author       | BibTeX, RIS, CSL-JSON, CSV                                             |
| several ISBNs, each as a value | BibTeX, CSL-JSON: one field                                            |
| a semicolon in a keyword       | BibTeX, CSL-JSON: it becomes a comma                                   |
| thousands of signs of TeX      | BibTeX: a title that would grow beyond three times its length loses them |
`;
