import { decodePercent } from '#lib/platform/form.ts';

const anthologyIdPattern =
  /^(?:https?:\/\/(?:www\.)?aclanthology\.org\/|acl:\s*)?([a-z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)(?:v\d+)?(?:\.pdf|\.bib)?\/?$/i;

/** Returns the ACL Anthology id in a typed id or URL, or null. */
export function anthologyIdIn(typed: string): string | null {
  const id = anthologyIdPattern.exec(typed.trim())?.[1];
  if (!id) return null;
  return /^[a-z]\d/i.test(id) ? id.toUpperCase() : id.toLowerCase();
}

/** The DOI that the Anthology registers for its works. Works before about 2015 have none. */
const anthologyDoi = (id: string): string => `10.18653/v1/${id.toLowerCase()}`;

/** A DOI in other text. Angle brackets are part of it only in a serial item identifier, such as "<693::aid-asi4>". */
const doiPattern = /\b(10\.\d{4,9}\/(?:[^\s"<>?#]|<[^\s"<>]{1,100}::[^\s"<>]{1,100}>){1,300})/;
const publisherUrl = /^https?:\/\/(?!(?:dx\.|www\.)?doi\.org\/)/i;
const viewSuffix = /(?:\/|\.)(?:abstract|e?pdf|epub|full(?:[.-]?(?:html|pdf|text))?|html?|meta|references|short|summary|xml)\/?$/i;

/** Cleans a DOI in a publisher's URL: removes the rest of a query, the suffix of a view, and bioRxiv's version. */
function cleanPublisherDoi(rawDoi: string): string {
  let [doi = ''] = rawDoi.split('&');
  while (viewSuffix.test(doi)) doi = doi.replace(viewSuffix, '');
  doi = doi.replace(/\/$/, '');
  return doi.startsWith('10.1101/') ? doi.replace(/v\d+$/, '') : doi;
}

const arxivIdPattern =
  /^(?:arxiv:\s*|https?:\/\/(?:[a-z]+\.)?arxiv\.org\/(?:abs|pdf|html|format)\/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?\/?(?:[?#].*)?$/i;

/** Returns the arXiv id, without version, in a typed id or URL, or null. */
export const arxivIdIn = (typed: string): string | null => arxivIdPattern.exec(typed.trim())?.[1]?.toLowerCase() ?? null;

const resolverUrl = /^https?:\/\/(dx\.)?doi\.org\//i;

/** Parses a text that is a DOI or its resolver URL. Returns the DOI in lower case; null for other text. */
export function parseDoi(text: string): string | null {
  const written = text.trim();
  const doi = (
    resolverUrl.test(written) ? decodePercent(written.replace(resolverUrl, '')).replaceAll('\0', '') : written.replace(/^doi:\s*/i, '')
  ).toLowerCase();
  return /^10\.\d{4,9}\/\S{1,300}$/.test(doi) ? doi : null;
}

/**
 * Returns the URL of a DOI. DOIs may contain characters that end or change a URL, such as "#" and "<". Some sources write them
 * percent-encoded; these stay so.
 */
export const doiUrl = (doi: string): string =>
  `https://doi.org/${encodeURI(doi.toWellFormed())
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')}`;

/** Returns the DOI of a typed DOI, arXiv id, Anthology id or URL, or null. */
export function doiIn(typed: string): string | null {
  const text = decodePercent(typed.trim());
  const doi = doiPattern.exec(text)?.[1]?.replace(/[.,;)]+$/, '');
  if (doi) return (publisherUrl.test(text) ? cleanPublisherDoi(doi) : doi).toLowerCase();
  const arxiv = arxivIdIn(text);
  if (arxiv) return `10.48550/arxiv.${arxiv}`;
  const acl = anthologyIdIn(text);
  return acl ? anthologyDoi(acl) : null;
}

const orcidPattern = /^(?:orcid(?: id)?:?\s*|https?:\/\/(?:www\.)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i;
const openAlexPattern = /^(?:https?:\/\/(?:(?:api|www)\.)?openalex\.org\/(?:works\/|authors\/)?)?([AW]\d{2,20})\/?$/i;

/** An identifier of a work or a person, with its scheme, in its stored form. */
export interface TypedIdentifier {
  scheme: 'doi' | 'arxiv' | 'acl' | 'orcid' | 'openalex-work' | 'openalex-author';
  value: string;
}

/** Returns the identifiers in a typed identifier or URL; empty for other text. */
export function identifiersIn(typed: string): TypedIdentifier[] {
  const [doi, acl, orcid] = [doiIn(typed), anthologyIdIn(typed), orcidPattern.exec(typed.trim())?.[1]];
  const arxiv = arxivIdIn(typed) ?? /^10\.48550\/arxiv\.(.+)$/.exec(doi ?? '')?.[1];
  const openAlex = openAlexPattern.exec(typed.trim())?.[1]?.toUpperCase();
  return [
    ...(doi ? [{ scheme: 'doi' as const, value: doi }] : []),
    ...(arxiv ? [{ scheme: 'arxiv' as const, value: arxiv }] : []),
    ...(acl ? [{ scheme: 'acl' as const, value: acl }] : []),
    ...(orcid ? [{ scheme: 'orcid' as const, value: orcid.toUpperCase() }] : []),
    ...(openAlex
      ? [{ scheme: openAlex.startsWith('W') ? ('openalex-work' as const) : ('openalex-author' as const), value: openAlex }]
      : []),
  ];
}

/** Returns identifiers without repetitions. */
export const uniqueIdentifiers = <Identifier extends { scheme: string; value: string }>(
  identifiers: readonly Identifier[],
): Identifier[] => [...new Map(identifiers.map((identifier) => [`${identifier.scheme} ${identifier.value}`, identifier])).values()];
