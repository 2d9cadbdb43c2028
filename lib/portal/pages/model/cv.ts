import { spanOf } from '#lib/catalog/statements/model/career.ts';
import type { StatedList } from '#lib/catalog/statements/model/statement.ts';
import { type CitedWork, lineOf, oneLine, outwardAddress } from '#lib/catalog/works/model/citations/cited.ts';
import { formatDate } from '#lib/catalog/works/model/dates.ts';
import { type Html, html } from '#lib/portal/exports/model/html.ts';
import { pageStyle } from '#lib/portal/exports/model/page-style.ts';
import type { AuthorView } from './author-record.ts';

/** What a record says of its author, and their works, newest first. */
export interface Cv {
  author: Pick<AuthorView, 'name' | 'slug' | 'owner' | 'orcid' | 'affiliation' | 'ownPages'>;
  works: readonly CitedWork[];
  /** Public address of this instance, without a slash at its end. */
  base: string;
}

const titleOf = ({ title }: CitedWork): string => (title && lineOf(title)) || 'A work without a title';
const namesOf = ({ authors, authorsComplete }: CitedWork): string =>
  `${authors.map(({ name }) => oneLine(name)).join(', ')}${authorsComplete ? '' : ' et al.'}`;
const placeOf = ({ venue, volume, pages }: CitedWork): string =>
  [venue, volume, pages].flatMap((part) => (part ? oneLine(part) : [])).join(', ');
const recordOf = ({ author, base }: Cv): string => `${base}/authors/${author.slug}`;
const addressOf = (work: CitedWork, base: string): string => outwardAddress(work) ?? `${base}/works/${work.id}`;
const affiliationOf = ({ owner, affiliation }: Cv['author']): string | undefined => owner?.affiliation?.text ?? affiliation?.name;

const isIsoDate = (date: string | null): boolean => date !== null && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(date);

/** JSON Resume 1.0.0. */
function jsonResume(cv: Cv): string {
  const { author, works, base } = cv;
  const { name, owner, orcid } = author;
  const affiliation = affiliationOf(author);
  const profiles = [
    { network: new URL(base).host, username: author.slug, url: recordOf(cv) },
    ...(orcid ? [{ network: 'ORCID', username: orcid.id, url: `https://orcid.org/${orcid.id}` }] : []),
  ];
  const resume = {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name,
      label: owner?.role?.text,
      url: owner?.homepage?.text ?? author.ownPages[0] ?? recordOf(cv),
      summary: owner?.biography?.text,
      profiles,
    },
    work: owner?.positions
      ? owner.positions.entries.map(({ place, title, from, to }) => resumeEntry({ name: place, position: title || undefined }, from, to))
      : affiliation
        ? [{ name: affiliation, position: owner?.role?.text }]
        : [],
    education: owner?.education?.entries.map(({ place, title, from, to }) =>
      resumeEntry({ institution: place, area: title || undefined }, from, to),
    ),
    languages: owner?.languages && [{ language: owner.languages.text }],
    publications: works.map((work) => ({
      name: titleOf(work),
      publisher: placeOf(work) || undefined,
      releaseDate: isIsoDate(work.date) ? work.date : work.year === null ? undefined : `${work.year}`,
      url: addressOf(work, base),
      summary: `${namesOf(work)}${work.retracted ? '. Retracted.' : ''}`,
    })),
    meta: { canonical: `${recordOf(cv)}/cv/resume.json`, version: 'v1.0.0' },
  };
  return `${JSON.stringify(resume, null, 1)}\n`;
}

/** JSON Resume takes years and months as they are. */
const resumeEntry = (what: object, from: string | null, to: string | null): object => ({
  ...what,
  ...(from && { startDate: from }),
  ...(to && { endDate: to }),
});

/** A list of positions or degrees, as a section of the page to print. */
const careerSection = (id: string, title: string, list: StatedList | null | undefined): Html | null =>
  list
    ? html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul>${list.entries.map((entry) => html`<li>${[entry.title, entry.place].filter(Boolean).join(', ')}${spanOf(entry) ? ` (${spanOf(entry)})` : null}</li>`)}</ul>
</section>`
    : null;

const listItem = (work: CitedWork, base: string): Html => {
  const place = placeOf(work);
  const date = work.date ?? (work.year === null ? null : `${work.year}`);
  return html`<li>${namesOf(work)}: <a href="${addressOf(work, base)}">${titleOf(work)}</a>.${place ? ` ${place}.` : null}${date ? ` ${formatDate(date)}.` : null}${work.retracted ? html` <strong>Retracted.</strong>` : null}</li>
`;
};

/** The works as a list without script and style, to be put into another page. */
const worksHtml = ({ works, base }: Cv): string =>
  html`<ul class="peergraph-works">
${works.map((work) => listItem(work, base))}</ul>
`.html;

/** The works as JSON, to be put into another page. */
const worksJson = (cv: Cv): string => {
  const works = cv.works.map((work) => ({
    ...{
      title: titleOf(work),
      authors: work.authors.map(({ name }) => oneLine(name)),
      venue: work.venue,
      date: work.date,
      year: work.year,
    },
    ...{ doi: work.doi, url: addressOf(work, cv.base), page: `${cv.base}/works/${work.id}`, retracted: work.retracted },
  }));
  return `${JSON.stringify({ name: cv.author.name, url: recordOf(cv), works }, null, 1)}\n`;
};

/** The style sheet of the CV, which is saved and sent as one file. The policy of pages names it by its hash. */
export const cvStyle = `${pageStyle} @page { margin: 2cm } li { break-inside: avoid; margin-bottom: .4rem } h3 { break-after: avoid } a[href] { display: inline }`;

/** A page to print, by year; nothing runs or loads on it. */
function cvPage(cv: Cv): string {
  const { author, works, base } = cv;
  const { name, owner, orcid } = author;
  const years = [...Map.groupBy(works, ({ year }) => (year === null ? 'Undated' : `${year}`))];
  const affiliation = affiliationOf(author);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>CV of ${name}</title>
<style>${{ html: cvStyle }}</style>
</head>
<body>
<main>
<h1>${name}${owner?.pronouns ? html` <small>(${owner.pronouns.text})</small>` : null}</h1>
<p>${[owner?.role?.text, affiliation].filter(Boolean).join(', ')}</p>
<p><a href="${recordOf(cv)}">${recordOf(cv)}</a>${orcid ? html`<br>ORCID <a href="https://orcid.org/${orcid.id}">${orcid.id}</a>` : null}</p>
${owner?.biography ? html`<p>${owner.biography.text}</p>` : null}
${careerSection('positions', 'Positions', owner?.positions)}
${careerSection('education', 'Education', owner?.education)}
<section aria-labelledby="works"><h2 id="works">Works</h2>
${years.map(([year, some]) => html`<h3>${year}</h3><ul>${some.map((work) => listItem(work, base))}</ul>`)}
</section>
</main>
</body>
</html>
`.html;
}

/** A file of a CV: the last part of its address, what it is, its media type, and who writes it. */
interface CvFile {
  file: string;
  name: string;
  type: string;
  write(cv: Cv): string;
}

export const cvFiles: readonly CvFile[] = [
  { file: 'cv.html', name: 'CV to print (HTML)', type: 'text/html', write: cvPage },
  { file: 'resume.json', name: 'CV as JSON Resume', type: 'application/json', write: jsonResume },
  { file: 'works.html', name: 'List of works to embed (HTML)', type: 'text/html', write: worksHtml },
  { file: 'works.json', name: 'List of works to embed (JSON)', type: 'application/json', write: worksJson },
];
