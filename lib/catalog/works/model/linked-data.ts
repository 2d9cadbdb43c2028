import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import { tagOrWritten } from '#lib/catalog/bibliography/languages.ts';
import { contributorRoleNames, contributorRoles, type RecordDetails } from '#lib/catalog/bibliography/record.ts';
import { toProperties } from '#lib/catalog/bibliography/record-formats.ts';
import {
  type CitedName,
  type CitedWork,
  externalUrlOf,
  namesInRole,
  parsePageRange,
  pdfUrlOf,
  titleLineOf,
  toOneLine,
} from './citations/cited.ts';
import { schemaTypes } from './citations/type-names.ts';
import { knownDate } from './dates.ts';

/** Returns the schema.org description of a work, for the page at `base`/works/<id>. */
export function workLinkedData(work: CitedWork, base: string): object {
  const title = work.title ? titleLineOf(work.title) : undefined;
  const pages = parsePageRange(work.details.pages ?? null);
  const pdf = pdfUrlOf(work);
  const addresses = [work.doi && doiUrl(work.doi), work.arxiv && `https://arxiv.org/abs/${work.arxiv}`, work.url];
  const sameAs = [...new Set(addresses.filter((address) => address))];
  return {
    '@context': 'https://schema.org',
    '@type': work.type === 'other' ? 'CreativeWork' : (schemaTypes[work.type] ?? 'ScholarlyArticle'),
    '@id': `${base}/works/${work.id}`,
    url: `${base}/works/${work.id}`,
    name: title,
    headline: title,
    author: work.authors.map((author) => authorLinkedData(author, base)),
    datePublished: work.date ?? (work.year === null ? undefined : `${work.year}`),
    dateModified: work.updatedAt.toISOString(),
    ...contributorsLinkedData(work, base),
    ...statedProperties(work.details),
    isPartOf: work.venue ? containerLinkedData(work, work.venue) : undefined,
    isbn: work.type === 'book' ? oneOrMany(work.isbn) : undefined,
    publisher: work.details.publisher ? publisherLinkedData(work.details.publisher, work.details.place) : undefined,
    creativeWorkStatus: work.retracted ? 'Retracted' : undefined,
    inLanguage: tagOrWritten(work.language) ?? undefined,
    pageStart: pages?.first,
    pageEnd: pages?.last,
    identifier: work.doi ? { '@type': 'PropertyValue', propertyID: 'doi', value: work.doi } : undefined,
    sameAs: sameAs.length > 0 ? sameAs : undefined,
    encoding: pdf ? { '@type': 'MediaObject', contentUrl: pdf, encodingFormat: 'application/pdf' } : undefined,
  };
}

const oneOrMany = (values: readonly string[]): string | readonly string[] | undefined => (values.length > 1 ? values : values[0]);

/** Returns the people in other roles under their names in schema.org; a role without one is left out. */
const contributorsLinkedData = (work: CitedWork, base: string): Record<string, object[] | undefined> =>
  Object.fromEntries(
    contributorRoleNames.flatMap((role) => {
      const { schema } = contributorRoles[role];
      const names = namesInRole(work, role);
      return schema === undefined || names.length === 0 ? [] : [[schema, names.map((name) => authorLinkedData(name, base))]];
    }),
  );

/** Returns the fields that are properties of the work in schema.org; the volume and issue are those of what contains it. */
function statedProperties({ volume: _, issue: __, ...details }: RecordDetails): Record<string, unknown> {
  const { alternativeHeadline, bookEdition, version, genre, keywords, numberOfPages } = toProperties(details);
  return { alternativeHeadline, bookEdition, version, genre, keywords, numberOfPages };
}

/** Describes the journal, or the volume that contains the work. */
const containerLinkedData = ({ type, details, isbn }: CitedWork, venue: string): object => ({
  '@type': type === 'article' ? (details.issue ? 'PublicationIssue' : details.volume ? 'PublicationVolume' : 'Periodical') : 'CreativeWork',
  name: venue,
  volumeNumber: details.volume,
  issueNumber: details.issue,
  issn: oneOrMany(details.issn ?? []),
  isbn: type === 'book' ? undefined : oneOrMany(isbn),
});

const publisherLinkedData = (name: string, place: string | undefined): object => ({
  '@type': 'Organization',
  name,
  location: place ? { '@type': 'Place', name: place } : undefined,
});

/** Describes an author as the page of their profile does. */
const authorLinkedData = ({ name, organisation, profile }: CitedName, base: string): object => ({
  '@type': organisation ? 'Organization' : 'Person',
  ...(profile && { '@id': `${base}/authors/${profile.id}`, url: `${base}/authors/${profile.slug}` }),
  name: toOneLine(name),
  sameAs: profile?.orcid === undefined ? undefined : `https://orcid.org/${profile.orcid}`,
});

/** Formats works as a JSON-LD file with one graph. */
export function formatWorksLinkedData(works: readonly CitedWork[], base: string): string {
  const graph = works.map((work) => ({ ...workLinkedData(work, base), '@context': undefined }));
  return `${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }, null, 1)}\n`;
}

/** Returns the `citation_*` meta tags that Google Scholar and Zotero read, as named in Google Scholar's inclusion guidelines. */
export function citationTags(work: CitedWork, base: string): Record<string, string | string[]> {
  const { volume, issue, publisher, issn, keywords, pages: written, number } = work.details;
  const pages = parsePageRange(written ?? null);
  const venueTag =
    work.type === 'paper' ? 'citation_conference_title' : work.type === 'article' ? 'citation_journal_title' : 'citation_inbook_title';
  const publisherTag =
    work.type === 'thesis'
      ? 'citation_dissertation_institution'
      : work.type === 'report'
        ? 'citation_technical_report_institution'
        : 'citation_publisher';
  const tags: Record<string, string | string[] | null | undefined> = {
    citation_title: work.title && titleLineOf(work.title),
    citation_author: work.authors.map(({ name }) => toOneLine(name)),
    citation_publication_date: knownDate(work)?.replaceAll('-', '/'),
    [venueTag]: work.venue,
    citation_editor: namesInRole(work, 'editor').map(({ name }) => toOneLine(name)),
    [publisherTag]: publisher,
    citation_volume: volume,
    citation_issue: issue,
    citation_issn: issn,
    citation_isbn: work.isbn,
    citation_keywords: keywords,
    citation_firstpage: pages?.first ?? number,
    citation_lastpage: pages?.last,
    citation_doi: work.doi,
    citation_arxiv_id: work.arxiv,
    citation_language: tagOrWritten(work.language),
    citation_abstract_html_url: `${base}/works/${work.id}`,
    citation_fulltext_html_url: externalUrlOf(work),
    citation_pdf_url: pdfUrlOf(work),
  };
  return Object.fromEntries(Object.entries(tags).flatMap(([name, value]) => (value && value.length > 0 ? [[name, value]] : [])));
}
