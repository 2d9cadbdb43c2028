import { titleLanguage } from '#lib/catalog/bibliography/languages.ts';
import { formatPeriod } from '#lib/catalog/statements/model/career.ts';
import type { CreditRole } from '#lib/catalog/statements/model/contributions.ts';
import type { StatedList } from '#lib/catalog/statements/model/statement.ts';
import { type CitedWork, externalUrlOf, titleOf, toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { type Html, html } from '#lib/portal/exports/model/html.ts';
import { pageStyle } from '#lib/portal/exports/model/page-style.ts';
import type { AuthorView } from './author-record.ts';
import { authorNamesOf, type CitedList, type CvChoice, cvPartLabels, publicationPlaceOf, rolesLine, worksByPart } from './cv-choice.ts';

/** Data of a CV: the record and its works, newest first. */
export interface Cv {
  author: Pick<AuthorView, 'name' | 'slug' | 'owner' | 'orcid' | 'affiliation' | 'linksPages' | 'ownPages'>;
  works: readonly CitedWork[];
  /** Works with citations, for files that contain citations. */
  list: CitedList;
  /** The owner's contributor roles, by work id. */
  roles: ReadonlyMap<string, readonly CreditRole[]>;
  /** Public URL of this instance, without a trailing slash. */
  base: string;
  choice: CvChoice;
}

/** Returns the URL of the record page. */
export const cvAddress = ({ author, base }: Cv): string => `${base}/authors/${author.slug}`;
/** Returns the URL at which a work can be read. */
export const workAddress = (work: CitedWork, base: string): string => externalUrlOf(work) ?? `${base}/works/${work.id}`;
const affiliationOf = ({ owner, affiliation }: Cv['author']): string | undefined => owner?.affiliation?.text ?? affiliation?.name;

interface CvFacts {
  lead: string;
  pronouns: string | null;
  /** The iD as its URL, which ORCID asks to display, and a note if its owner has not signed in with it. */
  orcid: { url: string; note: string } | null;
  biography: string | null;
  /** Positions and education, one line per entry. */
  career: { title: string; lines: string[] }[];
}

const careerLines = (title: string, list: StatedList | null | undefined): CvFacts['career'] => {
  if (!list || list.entries.length === 0) return [];
  const lines = list.entries.map((entry) => {
    const span = formatPeriod(entry);
    return `${[entry.title, entry.place].filter(Boolean).join(', ')}${span && ` (${span})`}`;
  });
  return [{ title, lines }];
};

/** Returns the facts above the works, if they are requested. */
export function cvFacts({ author, choice }: Cv): CvFacts {
  const { owner, orcid } = author;
  const isRequested = choice.parts.includes('about');
  const lead = isRequested ? [owner?.role?.text, affiliationOf(author)].filter(Boolean).join(', ') : '';
  return {
    lead,
    pronouns: (isRequested && owner?.pronouns?.text) || null,
    orcid: orcid && { url: `https://orcid.org/${orcid.id}`, note: orcid.authenticated ? '' : ' (unauthenticated: given by a source)' },
    biography: (isRequested && owner?.biography?.text) || null,
    career: isRequested ? [...careerLines('Positions', owner?.positions), ...careerLines('Education', owner?.education)] : [],
  };
}

const isIsoDate = (date: string | null): boolean => date !== null && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(date);

/** Renders the CV as JSON Resume 1.0.0. */
export function jsonResume(cv: Cv): string {
  const { author, works, base } = cv;
  const { name, owner, orcid } = author;
  const affiliation = affiliationOf(author);
  const profiles = [
    { network: new URL(base).host, username: author.slug, url: cvAddress(cv) },
    ...(orcid ? [{ network: 'ORCID', username: orcid.id, url: `https://orcid.org/${orcid.id}` }] : []),
    ...((owner?.linksPages && owner.links?.entries) || []).map(({ label, url }) => ({ network: label || new URL(url).host, url })),
  ];
  const resume = {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name,
      label: owner?.role?.text,
      url: (author.linksPages && (owner?.homepage?.text ?? author.ownPages[0])) || cvAddress(cv),
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
    languages: owner?.languages ? [{ language: owner.languages.text }] : undefined,
    publications: works.map((work) => ({
      name: titleOf(work),
      publisher: publicationPlaceOf(work) || undefined,
      releaseDate: isIsoDate(work.date) ? work.date : work.year === null ? undefined : `${work.year}`,
      url: workAddress(work, base),
      summary: `${authorNamesOf(work).replace(/\.$/, '')}.${rolesLine(cv.roles.get(work.id))}${work.retracted ? ' Retracted.' : ''}`,
    })),
    meta: { canonical: `${cvAddress(cv)}/cv/resume.json`, version: 'v1.0.0' },
  };
  return `${JSON.stringify(resume, null, 1)}\n`;
}

/** JSON Resume accepts years, and years with months. */
const resumeEntry = (fields: object, from: string | null, to: string | null): object => ({
  ...fields,
  ...(from && { startDate: from }),
  ...(to && { endDate: to }),
});

const listItem = ({ list, base }: Cv, work: CitedWork, roles = ''): Html => {
  const citation = list.cite(work).map(({ text, isTitle, italic, bold }) => {
    const styledText = italic ? html`<i>${text}</i>` : html`${text}`;
    const styled = bold ? html`<b>${styledText}</b>` : styledText;
    if (!isTitle) return styled;
    const language = titleLanguage(work);
    return html`<a${language ? html` lang="${language}"` : null} href="${workAddress(work, base)}">${styled}</a>`;
  });
  return html`<li>${citation}${roles}${work.retracted ? html` <strong>Retracted.</strong>` : null}</li>
`;
};

/** Renders the works as an HTML list without script and style, for embedding. */
export const worksHtml = (cv: Cv): string =>
  html`<ul class="peergraph-works">
${cv.list.works.map((work) => listItem(cv, work))}</ul>
`.html;

/** Returns a note if works were omitted, or null. */
export const omittedWorksNote = ({ list }: Cv): string | null =>
  list.isTruncated ? `The newest ${list.works.length} works are listed.` : null;

/** Returns a note if the sections and years select no work, or null. */
export const noWorksNote = ({ list, choice }: Cv): string | null =>
  choice.parts.some((part) => part !== 'about') && worksByPart(list.works, choice).length === 0
    ? 'No works match these sections and years.'
    : null;

/** Renders the works as JSON, for embedding. */
export const worksJson = (cv: Cv): string => {
  const works = cv.works.map((work) => ({
    ...{
      title: titleOf(work),
      authors: work.authors.map(({ name }) => toOneLine(name)),
      venue: work.venue,
      date: work.date,
      year: work.year,
    },
    ...{ doi: work.doi, url: workAddress(work, cv.base), page: `${cv.base}/works/${work.id}`, retracted: work.retracted },
  }));
  return `${JSON.stringify({ name: cv.author.name, url: cvAddress(cv), works }, null, 1)}\n`;
};

/** Stylesheet of the CV, inlined because the CV is saved and sent as one file. The content security policy allows it by its hash. */
export const cvStyle = `${pageStyle} @page { margin: 2cm } li { break-inside: avoid; margin-bottom: .4rem } h3 { break-after: avoid } a[href] { display: inline }`;

/** Renders the CV as a page to print, without script or external resources. */
export function cvPage(cv: Cv): string {
  const { author, list, choice } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const renderItems = (works: readonly CitedWork[]): Html[] => works.map((work) => listItem(cv, work, rolesLine(cv.roles.get(work.id))));
  const groupByYear = (works: readonly CitedWork[]) => [...Map.groupBy(works, ({ year }) => (year === null ? 'Undated' : `${year}`))];
  const sections = worksByPart(list.works, choice).map(({ part, works: partWorks }) => {
    const items = list.isNumbered
      ? html`<ol>${renderItems(partWorks)}</ol>`
      : html`${groupByYear(partWorks).map(([year, all]) => html`<h3>${year}</h3><ul>${renderItems(all)}</ul>`)}`;
    return html`<section aria-labelledby="${part}"><h2 id="${part}">${cvPartLabels[part]}</h2>
${items}
</section>
`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>CV of ${author.name}</title>
<style>${{ html: cvStyle }}</style>
</head>
<body>
<main>
<h1>${author.name}${pronouns ? html` <small>(${pronouns})</small>` : null}</h1>
<p>${lead}</p>
<p><a href="${cvAddress(cv)}">${cvAddress(cv)}</a>${orcid ? html`<br>ORCID <a href="${orcid.url}">${orcid.url}</a>${orcid.note}` : null}</p>
${biography ? html`<p>${biography}</p>` : null}
${career.map(
  ({ title, lines }) => html`<section aria-labelledby="${title}"><h2 id="${title}">${title}</h2>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
</section>
`,
)}
${sections}
${noWorksNote(cv) ? html`<p>${noWorksNote(cv)}</p>` : null}
${list.isTruncated ? html`<p>${omittedWorksNote(cv)}</p>` : null}
</main>
</body>
</html>
`.html;
}
